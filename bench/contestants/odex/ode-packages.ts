// odex and dopri, general ODE solvers from npm, on the equations of equations.ts.

import { type Equations, equationsOf } from '../javascript/equations.ts';
import type { Calls, Creates, Mover } from '../javascript/motion.ts';
import { pointSystem } from '../javascript/systems.ts';

/** What is used of odex 2. */
interface Odex {
  readonly Solver: Creates<
    Calls<'solve', { readonly y: number[]; readonly outcome: number; readonly nStep: number }>
  >;
}

/** What is used of dopri 0.0.13. */
interface DopriPackage {
  readonly Dopri: Creates<
    Calls<'initialise'> &
      Calls<'run', (times: readonly number[]) => number[][]> &
      Calls<'statistics', { readonly nSteps: number }> &
      Calls<'steps', number[]>
  >;
}

/** Evaluations between two readings of the clock. */
const evaluationsPerCheck = 4096;

interface OdeProblem extends Pick<Equations, 'start' | 'derivative'> {
  readonly until: number;
  readonly setting: number;
}

/** A solver that integrates the whole motion in one call. */
interface Solver {
  /** The state at the end, and the number of steps. */
  solve(): readonly [y: readonly number[], steps: number];
  /** The same motion; `each` sees the first end of a step at or after each of the times, the first of which is 0. */
  visit(times: readonly number[], each: (y: readonly number[]) => void): void;
}

/** Energies are sampled where steps end: interpolated states have another energy. */
function solving(create: (problem: OdeProblem) => Solver): Mover {
  return ({ system, links, until }, setting, deadline) => {
    const { start, derivative, points } = equationsOf(system, links);
    let calls = 0;
    const checked: Equations['derivative'] = (y, out) => {
      if (++calls % evaluationsPerCheck === 0) deadline.check(1);
      derivative(y, out);
    };
    const solver = create({ start, derivative: checked, until, setting });
    const { q, v } = pointSystem(system, links);
    const state = { q: q.slice(), v: v.slice() };
    let end = start;
    return {
      run() {
        const [y, steps] = solver.solve();
        end = y;
        return steps;
      },
      sample(samples, visit) {
        // The last step may end within round-off of the end.
        const times = Array.from({ length: samples + 1 }, (_, k) => ((until * k) / samples) * (1 - 1e-12));
        solver.visit(times, y => {
          points(y, state);
          visit(state);
        });
      },
      end: out => points(end, out),
    };
  };
}

/** Absolute and relative tolerance are the setting; the other options have their defaults. */
export const odex = ({ Solver }: Odex): Mover =>
  solving(({ start, derivative, until, setting }) => {
    const out = start.map(() => 0);
    const solver = new Solver(start.length);
    Object.assign(solver, { absoluteTolerance: setting, relativeTolerance: setting, maxSteps: 1e8 });
    const f = (_: number, y: number[]) => {
      derivative(y, out);
      return out;
    };
    return {
      solve() {
        const { y, outcome, nStep } = solver.solve(f, 0, start, until);
        if (outcome !== 0) throw new Error('too many steps');
        return [y, nStep];
      },
      visit(times, each) {
        let next = 0;
        solver.solve(f, 0, start, until, (_step: number, _before: number, t: number, y: number[]) => {
          for (; next < times.length && t >= times[next]; next++) each(y);
        });
      },
    };
  });

/** It stores all its steps for interpolation: limit in bytes. */
const memoryLimit = 1e9;

export const dopri = ({ Dopri }: DopriPackage): Mover =>
  solving(({ start, derivative, until, setting }) => {
    const maxSteps = Math.floor(memoryLimit / (40 * start.length + 200));
    // Steps end at `tcrit`: without it the end is interpolated, to a lower order.
    const control = { atol: setting, rtol: setting, maxSteps, tcrit: [until] };
    const f = (_: number, y: number[], out: number[]) => derivative(y, out);
    const solver = new Dopri(f, start.length, control);
    function solve() {
      solver.initialise(0, start);
      return solver.run(until);
    }
    return {
      solve() {
        const [y] = solve()([until]);
        return [y, solver.statistics().nSteps];
      },
      visit(times, each) {
        const solution = solve();
        const ends = [...solver.steps(), until];
        let next = 0;
        const chosen = times.map(time => {
          while (ends[next] < time) next++;
          return ends[next];
        });
        for (const y of solution(chosen)) each(y);
      },
    };
  });
