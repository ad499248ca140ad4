// The harmonic constraint has two components of {g = {g,H} = 0} over the same fibres. On one the motion is periodic; on the
// other it runs into a point where {{H,g},g} = 0 and the equations end. A method must stop there and say so; it must not
// jump to the other component (McLachlan, Modin, Verdier, Wilkins 2014, §5.4.2, last paragraph of the caption of Fig. 6).

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import type { Problem } from '../../src/problem/problem.ts';

/** All points of the fibre through z with {g, H} = 0: zeros of 𝓗′(θ) = {H, g}/2 on e^{iθ}z. */
function criticalPoints(problem: Problem): Float64Array[] {
  const [q0, q1, p0, p1] = problem.initial;
  const at = (theta: number) => {
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    return Float64Array.of(q0 * c - p0 * s, q1 * c - p1 * s, q0 * s + p0 * c, q1 * s + p1 * c);
  };
  const brackets = createBrackets(problem);
  const value = new Float64Array(1);
  const hidden = (theta: number) => {
    brackets.hidden(at(theta), value);
    return value[0];
  };
  const count = 720;
  const roots: Float64Array[] = [];
  for (let k = 0; k < count; k++) {
    let [a, b] = [k, k + 1].map(i => (2 * Math.PI * (i - 0.5)) / count);
    if (hidden(a) * hidden(b) > 0) continue;
    for (let i = 0; i < 60; i++) {
      const middle = (a + b) / 2;
      if (hidden(a) * hidden(middle) <= 0) b = middle;
      else a = middle;
    }
    roots.push(at((a + b) / 2));
  }
  return roots;
}

const curvature = (problem: Problem, z: Float64Array) => {
  const N = new Float64Array(1);
  createBrackets(problem).nondegeneracy(z, N);
  return N[0];
};

describe.each(['a', 'b', 'c'])('the other component over the fibre of harmonic-constraint-%s', state => {
  const given = load(
    readFileSync(new URL(`../../cases/harmonic-constraint-${state}.yaml`, import.meta.url), 'utf8'),
  );
  const others = criticalPoints(given).filter(
    z => Math.hypot(...z.map((x, i) => x - given.initial[i])) > 1e-6,
  );
  const problem = { ...given, initial: others[0] };

  /** The time of the last step that a method makes, and its curvatures on the way. */
  function follow(method: string, h: number) {
    const flow = createMethod(problem, method);
    const signs = new Set<number>();
    let z = Float64Array.from(problem.initial);
    for (let k = 0; k * h < 20; k++) {
      const next = new Float64Array(4);
      const outcome = flow.step(z, h, next);
      if (!outcome.ok) return { time: k * h, signs, detail: outcome.detail };
      signs.add(Math.sign(curvature(problem, next)));
      z = next;
    }
    return { time: 20, signs, detail: '' };
  }

  it('is a single one', () => {
    expect(others).toHaveLength(1);
  });

  it.each(
    ['rattle', 'shake', 'rattle-4'].flatMap(method => [0.1, 0.02, 0.005].map(h => [method, h] as const)),
  )('ends in a degenerate point; %s with h = %s stops there and says so', (method, h) => {
    const end = follow('reference', 0.001).time;
    const { time, signs, detail } = follow(method, h);
    expect(end).toBeLessThan(5);
    expect(Math.abs(time - end)).toBeLessThan(Math.max(2 * h, 0.01));
    expect(signs.size).toBe(1);
    expect(detail).toMatch(/degenerate point/);
  });
});
