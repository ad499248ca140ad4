import { describe, expect, it } from 'vitest';
import { exactFlow } from '../../../src/flows/exact.ts';
import { failed } from '../../../src/solvers/outcome.ts';
import { pushed, stepped } from './measure.ts';

/** The oscillator turns by the angle h. */
function turn(z: Float64Array, h: number, out: Float64Array): void {
  out[0] = Math.cos(h) * z[0] + Math.sin(h) * z[1];
  out[1] = Math.cos(h) * z[1] - Math.sin(h) * z[0];
}

describe('exactFlow', () => {
  it('steps as told and has no push unless it is given', () => {
    const flow = exactFlow({ step: turn });
    expect(stepped(flow, Float64Array.of(1, 0), Math.PI / 3)[0]).toBeCloseTo(0.5, 15);
    expect(flow.push).toBeUndefined();
    expect(flow.domain).toBe('phase space');
  });

  it('hands push through', () => {
    let angle = 0;
    const flow = exactFlow({
      step: (z, h, out) => {
        angle = h;
        turn(z, h, out);
      },
      push: (v, out) => turn(v, angle, out),
    });
    stepped(flow, Float64Array.of(1, 0), Math.PI / 2);
    expect(pushed(flow, Float64Array.of(0, 1))[0]).toBeCloseTo(1, 15);
  });

  it('reports failure, its own and that of NaN', () => {
    const failure = failed('degenerate point', 'no solution here');
    expect(exactFlow({ step: () => failure }).step(new Float64Array(2), 1, new Float64Array(2))).toBe(
      failure,
    );
    const outcome = exactFlow({ step: turn }).step(Float64Array.of(1, 0), Number.NaN, new Float64Array(2));
    expect(outcome).toMatchObject({ ok: false, reason: 'not finite' });
  });
});
