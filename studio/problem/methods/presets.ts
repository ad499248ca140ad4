// Prepared comparisons of methods by name; those whose methods can run on the problem are offered.

import type { AboutProblem, LaneSpec } from '../../engine/protocol.ts';
import { withMethod } from './lane-specs.ts';

export interface Preset {
  readonly title: string;
  /** Expected observation. */
  readonly shows: string;
  readonly lanes: readonly LaneSpec[];
  /** null: the step is unchanged. */
  readonly step: number | null;
}

interface Recipe {
  readonly title: string;
  readonly shows: string;
  readonly methods: readonly string[];
  /** Whether the comparison is informative on this problem. */
  readonly on: 'constrained' | 'free' | 'stiff';
  /** Whether a step solves equations with full matrices, which is too slow for large problems. */
  readonly isDense: boolean;
}

const recipes: readonly Recipe[] = [
  {
    title: 'RATTLE against BDF2',
    shows: 'backward differences lose energy, RATTLE does not',
    methods: ['rattle', 'bdf2'],
    on: 'constrained',
    isDense: true,
  },
  {
    title: 'SHAKE against RATTLE',
    shows: 'the same positions; only RATTLE keeps the hidden constraint',
    methods: ['rattle', 'shake'],
    on: 'constrained',
    isDense: false,
  },
  {
    title: 'Orders 2, 4 and 6',
    shows: 'what a composition gains at the same step',
    methods: ['rattle', 'rattle-4', 'rattle-6'],
    on: 'constrained',
    isDense: false,
  },
  {
    title: 'Midpoint against BDF2',
    shows: 'backward differences lose energy, the symplectic method does not',
    methods: ['midpoint', 'bdf2'],
    on: 'free',
    isDense: true,
  },
  {
    title: 'Zhang–Skeel at large steps',
    shows: 'a stiff system: it goes on where Verlet breaks down',
    methods: ['zhang-skeel', 'verlet'],
    on: 'stiff',
    isDense: true,
  },
];

/** Largest number of coordinates for full matrices. */
const mostDense = 300;

/** ω h of the stiff comparison: beyond what an explicit method can follow. */
const stiffness = 2;

export function presetsFor(about: AboutProblem): Preset[] {
  return recipes.flatMap(recipe => presetOf(recipe, about) ?? []);
}

/** A problem is stiff when it says so, and becomes it with springs in place of constraints. */
function suits({ on, isDense, methods }: Recipe, about: AboutProblem): boolean {
  const isConstrained = about.constraints.length > 0;
  const isStiff = isConstrained || about.recommended === methods[0];
  const isThere = { constrained: isConstrained, free: !isConstrained, stiff: isStiff }[on];
  return isThere && !(isDense && about.coordinates.length > mostDense);
}

function presetOf(recipe: Recipe, about: AboutProblem): Preset | null {
  const { title, shows, methods, on } = recipe;
  const found = methods.flatMap(name => about.methods.find(method => method.name === name) ?? []);
  const canRun = found.length === methods.length && found.every(({ obstacle }) => obstacle === null);
  if (!canRun || !suits(recipe, about)) return null;
  const { run } = about;
  const isLonger = on === 'stiff' && found[0].needsPenalty && run.omega === null;
  const step = isLonger ? 2 * run.step : null;
  const omega = run.omega ?? stiffness / (step ?? run.step);
  const lanes = found.map(method => withMethod({ method: method.name, options: run.options }, method, omega));
  return { title, shows, lanes, step };
}
