// Splittings into constrained kicks and drifts along geodesics, one record for each scheme with several stages.

import type { Flow } from '../flows/flow.ts';
import type { KickDriftScheme } from '../flows/splitting.ts';
import { verlet } from '../flows/verlet.ts';
import { freeMotion, geodesicSplitting } from '../integrators/splitting/geodesic.ts';
import { chooseFlow } from '../kernels/choose.ts';
import type { Problem } from '../problem/problem.ts';
import { type SplittingRecord, splittingRecords } from './flow-records.ts';
import type { Method, MethodOptions } from './method.ts';
import { substepsParameter } from './parameters.ts';
import { buildRattle } from './shake-rattle.ts';

/** Steps along the geodesic of one drift. */
const usualSubsteps = 1;

/** The motion without forces: steps of RATTLE along geodesics, or a drift where nothing holds the system. */
export function geodesicOf(problem: Problem): Flow {
  const free = freeMotion(problem);
  return free.g.m > 0 ? buildRattle(free, {}) : verlet(free.H);
}

function create(
  problem: Problem,
  scheme: KickDriftScheme,
  { substeps = usualSubsteps }: MethodOptions,
): Flow {
  const reference = () => geodesicSplitting(problem, geodesicOf(problem), scheme, substeps);
  return chooseFlow(problem, { method: 'geodesic splitting', scheme, substeps, reference });
}

const reich = 'Reich, SIAM J. Numer. Anal. 33 (1996) 475';

function geodesic<Name extends string>({ name, scheme }: SplittingRecord<Name>): Method<`geodesic-${Name}`> {
  const { order, drifts } = scheme;
  return {
    name: `geodesic-${name}`,
    title: `geodesic ${scheme.name} splitting`,
    family: 'constrained',
    domain: 'g = {g,H} = 0',
    needs: ['separable', 'holonomic', 'nondegenerate'],
    reference: `${reich}; ${scheme.reference}`,
    summary: `Constrained kicks and drifts, ${drifts.length} forces a step; for molecules, where forces cost most.`,
    parameters: [substepsParameter('geodesic steps in each drift', usualSubsteps)],
    properties: () => ({ order, symplectic: true, symmetric: true }),
    create: (problem, options) => create(problem, scheme, options),
  };
}

export const geodesicMethods = splittingRecords.map(record => geodesic(record));
