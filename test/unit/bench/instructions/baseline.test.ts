import { describe, expect, it } from 'vitest';
import {
  changesSince,
  describeChange,
  formatInstructions,
  type InstructionReport,
  whyNotComparable,
} from '../../../../bench/suites/instructions/suite.ts';

const conditions = { architecture: 'x64', v8: '11.3.244.8-node.38', valgrind: '3.19.0' };
const counted = (instructions: Record<string, number>): InstructionReport => ({
  date: '2025-01-01',
  machine: { processor: 'a processor', node: '20.20.2' },
  conditions,
  instructions,
});

describe('counts beside those that are kept', () => {
  const then = counted({ same: 1000, slower: 1000, faster: 1000, edge: 1000, gone: 1000 });
  const now = counted({ same: 1010, slower: 1201, faster: 799, edge: 1200, new: 5 });
  const verdicts = Object.fromEntries(changesSince(then, now).map(({ name, verdict }) => [name, verdict]));

  it('are worse beyond 20 %, better below −20 %, and noticed when they come or go', () => {
    expect(verdicts).toEqual({
      ...{ same: 'as before', edge: 'as before', slower: 'slower', faster: 'faster' },
      ...{ gone: 'gone', new: 'new' },
    });
  });
  it('are told with both numbers', () => {
    const [, slower, faster, , added, gone] = changesSince(then, now).map(describeChange);
    expect(slower).toBe('slower: 1201 instructions per step, were 1000 (+20.1 %)');
    expect(faster).toBe('faster: 799 instructions per step, were 1000 (−20.1 %)');
    expect(added).toBe('new: 5 instructions per step, not counted before');
    expect(gone).toBe('gone: not counted any more, were 1000 instructions per step');
  });
  it('are printed as a table, with what is slower below', () => {
    const text = formatInstructions(now, then);
    expect(text).toMatch(/^\| same +\| +1000 \| +1010 \| +\+1\.0 % \| +as before \|$/m);
    expect(text).toContain('SLOWER slower: 1201');
    expect(text).not.toContain('SLOWER edge');
    expect(formatInstructions(now, null)).toContain('nothing is recorded yet');
  });
});

describe('conditions of the counts', () => {
  it('must agree in the architecture and the version of V8, and nothing else', () => {
    expect(whyNotComparable(conditions, conditions)).toBeNull();
    expect(whyNotComparable({ ...conditions, valgrind: '3.24.0' }, conditions)).toBeNull();
    expect(whyNotComparable({ ...conditions, v8: '12.4' }, conditions)).toContain(
      'V8 is 12.4 here and 11.3.244.8-node.38 there',
    );
    const other = { ...conditions, architecture: 'arm64', v8: '12.4' };
    expect(whyNotComparable(other, conditions)).toMatch(/the processor is arm64 here .*, V8 is 12\.4 here/);
  });
});
