// Comparisons that tell something, made of methods by name; those whose methods can run on the problem are offered.

import type { AboutProblem, LaneSpec } from '../../engine/protocol.ts';
import { withMethod } from './lane-specs.ts';

export interface Preset {
  readonly title: string;
  /** What one will see. */
  readonly shows: string;
  readonly lanes: readonly LaneSpec[];
  /** null: the step stays. */
  readonly step: number | null;
}

interface Recipe {
  readonly title: string;
  readonly shows: string;
  readonly methods: readonly string[];
  /** Steps long enough for a stiff system to show what it does to methods. */
  readonly isStiff?: boolean;
}

const recipes: readonly Recipe[] = [
  {
    title: 'RATTLE against BDF2',
    shows: 'backward differences lose energy, RATTLE does not',
    methods: ['rattle', 'bdf2'],
  },
  {
    title: 'SHAKE against RATTLE',
    shows: 'the same positions; only RATTLE keeps the hidden constraint',
    methods: ['rattle', 'shake'],
  },
  {
    title: 'Orders 2, 4 and 6',
    shows: 'what a composition gains at the same step',
    methods: ['rattle', 'rattle-4', 'rattle-6'],
  },
  {
    title: 'Zhang–Skeel at large steps',
    shows: 'with stiff springs for constraints it goes on where Verlet breaks down',
    methods: ['zhang-skeel', 'verlet'],
    isStiff: true,
  },
];

/** ω h of the stiff comparison: beyond what an explicit method can follow. */
const stiffness = 2;

export function presetsFor(about: AboutProblem): Preset[] {
  return recipes.flatMap(recipe => presetOf(recipe, about) ?? []);
}

function presetOf({ title, shows, methods, isStiff }: Recipe, about: AboutProblem): Preset | null {
  const found = methods.flatMap(name => about.methods.find(method => method.name === name) ?? []);
  if (found.length < methods.length || found.some(({ obstacle }) => obstacle !== null)) return null;
  // Without a penalty and without a stiff part there is nothing stiff to show.
  if (isStiff && !found[0].needsPenalty && about.recommended !== found[0].name) return null;
  const { run } = about;
  const isLonger = isStiff && found[0].needsPenalty && run.omega === null;
  const step = isLonger ? 2 * run.step : null;
  const omega = run.omega ?? stiffness / (step ?? run.step);
  const options = { beta: run.options.beta ?? 0.4 };
  const lanes = found.map(method => withMethod({ method: method.name, options }, method, omega));
  return { title, shows, lanes, step };
}
