// odex and dopri, general ODE solvers from npm, on the equations of equations.ts.

import { type Equations, equationsOf } from '../javascript/equations.ts';
import type { Deadline, Motion, Mover } from '../javascript/motion.ts';
import { pointSystem } from '../javascript/systems.ts';
import type { Task } from '../task.ts';

/** What is used of odex 2. */
export interface Odex {
  readonly Solver: new (
    n: number,
  ) => {
    absoluteTolerance: number;
    relativeTolerance: number;
    maxSteps: number;
    solve(
      f: (t: number, y: number[]) => number[],
      t: number,
      y: readonly number[],
      end: number,
      each?: (step: number, before: number, t: number, y: number[]) => void,
    ): { readonly y: number[]; readonly outcome: number; readonly nStep: number };
  };
}

/** What is used of dopri 0.0.13. */
export interface DopriPackage {
  readonly Dopri: new (
    f: (t: number, y: number[], out: number[]) => void,
    n: number,
    control: {
      readonly atol: number;
      readonly rtol: number;
      readonly maxSteps: number;
      /** Steps end at these times: without one, the end is interpolated, to a lower order. */
      readonly tcrit: readonly number[];
    },
  ) => {
    initialise(t: number, y: readonly number[]): void;
    run(end: number): (times: readonly number[]) => number[][];
    statistics(): { readonly nSteps: number };
    /** Where the steps began. */
    steps(): number[];
  };
}

/** Evaluations between two readings of the clock. */
const evaluationsPerCheck = 4096;

/** The right-hand side for both packages, with the deadline. */
function withDeadline({ derivative }: Equations, deadline: Deadline): Equations['derivative'] {
  let calls = 0;
  return (y, out) => {
    if (++calls % evaluationsPerCheck === 0) deadline.check(1);
    derivative(y, out);
  };
}

interface Solved {
  readonly y: readonly number[];
  readonly steps: number;
}

/** A solver that integrates the whole motion in one call. */
interface Solver {
  solve(): Solved;
  /** The same motion; `each` sees the first end of a step at or after each of the times, the first of which is 0. */
  visit(times: readonly number[], each: (y: readonly number[]) => void): void;
}

/** Energies are sampled where steps end: interpolated states have another energy. */
function motionOf({ system, links, until }: Task, { start, points }: Equations, solver: Solver): Motion {
  const { q, v } = pointSystem(system, links);
  const state = { q: q.slice(), v: v.slice() };
  let end = start;
  return {
    run() {
      const { y, steps } = solver.solve();
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
}

/** Absolute and relative tolerance are the setting; the other options have their defaults. */
export function odex({ Solver }: Odex): Mover {
  return (task, setting, deadline) => {
    const equations = equationsOf(task.system, task.links);
    const { start } = equations;
    const derivative = withDeadline(equations, deadline);
    const out = start.map(() => 0);
    const solver = new Solver(start.length);
    solver.absoluteTolerance = setting;
    solver.relativeTolerance = setting;
    solver.maxSteps = 1e8;
    const f = (_: number, y: number[]) => {
      derivative(y, out);
      return out;
    };
    return motionOf(task, equations, {
      solve() {
        const { y, outcome, nStep } = solver.solve(f, 0, start, task.until);
        if (outcome !== 0) throw new Error('too many steps');
        return { y, steps: nStep };
      },
      visit(times, each) {
        let next = 0;
        solver.solve(f, 0, start, task.until, (_step, _before, t, y) => {
          for (; next < times.length && t >= times[next]; next++) each(y);
        });
      },
    });
  };
}

/** It stores all its steps for interpolation: limit in bytes. */
const memoryLimit = 1e9;

export function dopri({ Dopri }: DopriPackage): Mover {
  return (task, setting, deadline) => {
    const { until } = task;
    const equations = equationsOf(task.system, task.links);
    const { start } = equations;
    const derivative = withDeadline(equations, deadline);
    const maxSteps = Math.floor(memoryLimit / (40 * start.length + 200));
    const control = { atol: setting, rtol: setting, maxSteps, tcrit: [until] };
    const solver = new Dopri((_, y, out) => derivative(y, out), start.length, control);
    function solve() {
      solver.initialise(0, start);
      return solver.run(until);
    }
    return motionOf(task, equations, {
      solve() {
        const [y] = solve()([until]);
        return { y, steps: solver.statistics().nSteps };
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
    });
  };
}
