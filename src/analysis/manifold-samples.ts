// A few random states on g = 0 (or on g = {g,H} = 0) near a given one: what holds at them too holds not only there.

import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { lengthScales, nearbyState } from './length-scales.ts';
import {
  type Consistent,
  type Inconsistent,
  nearestConsistent,
  nearestOnConstraint,
} from './nearest-consistent.ts';

const samples = 3;
/** Large problems get fewer: each costs a few factorisations. */
const manyConstraints = 200;

type Landing = (problem: Problem, near: State) => Consistent | Inconsistent;

function sampled(problem: Problem, z: State, share: number, land: Landing): State[] {
  const random = createRandom(23);
  const scales = lengthScales(problem, z);
  const found: State[] = [];
  for (let k = 0; k < (problem.g.m > manyConstraints ? 1 : samples); k++) {
    const landed = land(problem, nearbyState(z, scales, share, random));
    if (landed.ok) found.push(landed.state);
  }
  return found;
}

export function statesOnConstraint(problem: Problem, z: State, share: number): State[] {
  return sampled(problem, z, share, nearestOnConstraint);
}

export function consistentStates(problem: Problem, z: State, share: number): State[] {
  return sampled(problem, z, share, nearestConsistent);
}
