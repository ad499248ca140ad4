import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../src/formula/nearest-name.ts';

describe('nearestName', () => {
  it.each([
    ['lenght', ['length', 'mass'], 'length'],
    ['mas', ['length', 'mass'], 'mass'],
    ['omgea', ['omega', 'gamma'], 'omega'],
    ['thetta', ['theta', 'beta'], 'theta'],
    ['Length', ['length', 'strength'], 'length'],
    ['l', ['L', 'm'], 'L'],
    ['px', ['x', 'p_x', 'p_y'], 'p_x'],
    ['p_X', ['p_y', 'p_x'], 'p_x'],
    ['sine', ['cos', 'sin', 'sinh'], 'sin'],
  ])('%s among %j means %s', (wanted, candidates, expected) => {
    expect(nearestName(wanted, candidates)).toBe(expected);
  });

  it.each([
    ['x', ['y', 'z']],
    ['ab', ['ac']],
    ['mass', ['length']],
    ['constructor', ['x']],
    ['length', []],
  ])('%s among %j means nothing', (wanted, candidates) => {
    expect(nearestName(wanted, candidates)).toBeUndefined();
  });

  it('takes names of any length without effort', () => {
    expect(nearestName('x'.repeat(100_000), ['x'.repeat(99_999)])).toBeUndefined();
    expect(nearestName('x', ['x'.repeat(100_000)])).toBeUndefined();
  });
});
