// RATTLE for small classical problems as one compiled function without loops (see step-source.ts), behind the interface of a flow.

import type { Flow } from '../../flows/flow.ts';
import { compileText } from '../../formula/codegen/compile-text.ts';
import type { Problem } from '../../problem/problem.ts';
import { memoizeByProblem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { withFallback } from '../shared/fallback.ts';
import {
  defineKernel,
  fitsStraightLine,
  refuse,
  refuseUnlessClassical,
  refuseUnlessCompiled,
  sizeOf,
} from '../shared/kernel.ts';
import type { ClassicalTask } from './motion-source.ts';
import { stepHistory } from './step-history.ts';
import { type StepSource, stepSource } from './step-source.ts';

type Step = (z: State, h: number, out: State) => boolean;

/** V8 never optimises a function of more than 60 kB of byte code; a character makes about one byte. */
const longestStep = 59_000;

const name = 'straight-line RATTLE';

export const straightLineKernel = defineKernel({
  name,
  methods: ['rattle'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task) ?? refuseUnlessCompiled();
    if (refusal) return refusal;
    if (!fitsStraightLine(problem))
      return refuse('too many constraints or coordinates for straight-line code');
    const flow = straightLineRattle(problem, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse('its straight-line code would be too long');
  },
});

/** `reference` is RATTLE with the Verlet flow for the same problem; null where the code would be too long. */
export function straightLineRattle(problem: Problem, reference: () => Flow): Flow | null {
  const { n, g } = problem;
  const source = sourceOf(problem);
  if (!source) return null;
  const { length, lengthAgain, step: place } = stepHistory(g.m);
  const [memory, start, known, again] = [length, 2 * n + 1, 2 * n, lengthAgain].map(fixedArray);
  known.fill(Number.NaN);
  const { text, units } = source;
  const step = compileText('memory', 'start', 'known', 'again', text)(memory, start, known, again) as Step;
  const rate = new Float64Array(g.m);
  const fast = {
    memory: [memory],
    start,
    step,
    rate() {
      const h = memory[place];
      for (let i = 0; i < g.m; i++) rate[i] = h === 0 ? 0 : memory[i] / (units[i] * h ** 2);
      return rate;
    },
    adoptWarmStart(h: number, latest: Float64Array) {
      memory.fill(0, g.m);
      for (let i = 0; i < g.m; i++) memory[i] = latest[i] * units[i] * h ** 2;
      memory[place] = h;
    },
  };
  return withFallback({ fast, reference, label: name, domain: 'g = {g,H} = 0', n, referenceMemory: [g.m] });
}

/** The first form of the step that is not too long; null where there is none. */
const sourceOf = memoizeByProblem(({ formulas, H }): StepSource | null => {
  if (!formulas || !H.separable)
    throw new Error('a straight-line step needs formulas, a separable H and constraints g(q)');
  const task: ClassicalTask = { ...formulas, inverseMass: H.separable.inverseMass };
  for (const form of ['whole', 'divided'] as const) {
    const source = stepSource(task, form);
    if (source.stepLength <= longestStep) return source;
  }
  return null;
});

/** An array with a buffer of its own: the collector moves smaller ones, and then code cannot contain their address. */
function fixedArray(length: number): Float64Array {
  return new Float64Array(new ArrayBuffer(8 * Math.max(length, 16)), 0, length);
}
