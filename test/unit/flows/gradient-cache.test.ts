import { describe, expect, it } from 'vitest';
import { createGradientCache } from '../../../src/flows/splitting.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import type { Hamiltonian, Separable } from '../../../src/problem/hamiltonian.ts';
import type { State } from '../../../src/problem/state.ts';
import { separableProblems } from './problems.ts';

/** The Hamiltonian of Hénon and Heiles that counts how often ∇V is asked for. */
function counting(): { H: Hamiltonian; separable: Separable; count: () => number } {
  const [, { H }] = separableProblems;
  if (!H.separable) throw new Error('not separable');
  const inner = H.separable;
  let calls = 0;
  const separable = {
    ...inner,
    gradient: (z: State, out: Float64Array) => {
      calls++;
      inner.gradient(z, out);
    },
  };
  return { H: { ...H, separable }, separable, count: () => calls };
}

describe('the gradient cache', () => {
  const z0 = separableProblems[1].initial;

  it('asks once for each step of a run, and once more at its start', () => {
    const { H, count } = counting();
    const flow = verlet(H);
    let [z, next] = [z0.slice(), z0.slice()];
    for (let k = 0; k < 10; k++) {
      flow.step(z, 0.1, next);
      [z, next] = [next, z];
    }
    expect(count()).toBe(11);
  });

  it('does not ask again at the start of a step repeated with other momenta', () => {
    const { H, count } = counting();
    const flow = verlet(H);
    const out = new Float64Array(4);
    for (let k = 0; k < 5; k++) flow.step(Float64Array.of(z0[0], z0[1], k, -k), 0.1, out);
    expect(count()).toBe(6);
    // The last of them ended where the next step starts.
    flow.step(out.slice(), 0.1, out);
    expect(count()).toBe(7);
  });

  it('changes no byte: a run with jumps equals fresh flows', () => {
    const flow = verlet(separableProblems[1].H);
    const starts = [z0, z0.map(x => -x), z0.map((x, i) => (i < 2 ? x : 2 * x)), z0];
    for (const start of starts) {
      const kept = new Float64Array(4);
      const fresh = new Float64Array(4);
      flow.step(start, 0.1, kept);
      verlet(separableProblems[1].H).step(start, 0.1, fresh);
      expect(kept).toEqual(fresh);
    }
  });

  it('tells q apart to the last bit, and 0 from −0', () => {
    const { separable, count } = counting();
    const cache = createGradientCache(separable, 2);
    cache.atStart(Float64Array.of(0, 1, 0, 0));
    cache.atStart(Float64Array.of(0, 1, 7, 7));
    expect(count()).toBe(1);
    cache.atStart(Float64Array.of(-0, 1, 0, 0));
    expect(count()).toBe(2);
    cache.atStart(Float64Array.of(-0, 1 + Number.EPSILON, 0, 0));
    expect(count()).toBe(3);
  });
});
