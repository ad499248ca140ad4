// The methods that hold a temperature: a deterministic method with exact friction and noise, and Monte Carlo moves.
// What they claim to the laws of deterministic methods holds without friction; what they sample is proved separately.

import type { Flow } from '../flows/flow.ts';
import { chooseFlow, chooseProjection, noKernel, withParts } from '../kernels/choose.ts';
import type { Problem } from '../problem/problem.ts';
import { constrainedHmc } from '../stochastic/constrained-hmc.ts';
import { gBaoab } from '../stochastic/g-baoab.ts';
import { gla } from '../stochastic/gla.ts';
import type { Thermostat } from '../stochastic/ornstein-uhlenbeck.ts';
import {
  type Method,
  MethodError,
  type MethodOptions,
  methodList,
  type Need,
  named,
  type Properties,
} from './method.ts';
import {
  checkParameters,
  frictionParameter,
  innerFlow,
  innerParameter,
  obstacles,
  seedParameter,
  substepsParameter,
  temperatureParameter,
} from './parameters.ts';

const classical: readonly Need[] = ['separable', 'holonomic', 'nondegenerate'];

/** Above this k_B T in kcal/mol (5000 K) a bare number of kelvins was surely meant: 298 would be 150,000 K. */
const hottest = 10;

/** Particles have no temperature by default but that of their start. Elsewhere k_B T = 1. */
function thermostatOf({ particles }: Problem, options: MethodOptions): Thermostat {
  const { temperature = particles?.temperature, friction = 1, seed = 0 } = options;
  if (temperature === undefined && particles && friction > 0)
    throw new MethodError(
      `a temperature is missing: write one under run or under particles, for example  temperature: ${particles.units ? '298*K' : '0.7'}`,
    );
  if (particles?.units && temperature !== undefined && temperature > hottest)
    throw new MethodError(
      `a temperature of ${temperature} is kT in kcal/mol, above 5000 K, where these models mean nothing; kelvins are written 298*K, in a program 298 * particles.units.K`,
    );
  return { temperature: temperature ?? 1, friction, seed };
}

/** The method inside a random one, unless another is asked for. */
export const defaultInner = ({ g }: Problem) => (g.m > 0 ? 'rattle' : 'verlet');

/** Detailed balance needs a proposal that keeps volumes and finds its way back, on the manifold that is sampled. */
function canPropose({ domain, properties }: Method, problem: Problem, options: MethodOptions): boolean {
  const { symplectic, symmetric } = properties(innerFlow(problem, options), options);
  return symplectic && symmetric && domain !== 'g = 0';
}

/** Half of the way in g-BAOAB, or one move of Monte Carlo, is cut into so many steps. */
const [geodesicSteps, moveSteps] = [1, 10];

/** One step is a move of several inner steps. */
const limitOfMove = ({ stabilityLimit }: Properties, { substeps = moveSteps }: MethodOptions) =>
  stabilityLimit && stabilityLimit * substeps;

/** `geodesicOf` makes the motion without forces on a problem. */
export function randomMethods(deterministic: readonly Method[], geodesicOf: (problem: Problem) => Flow) {
  const innerMethod = (problem: Problem, options: MethodOptions): Method => {
    const method = named(deterministic, options.inner ?? defaultInner(problem), 'deterministic method');
    const [obstacle] = obstacles(method, problem, options);
    if (obstacle) throw new MethodError(`the inner method “${method.name}” does not apply here: ${obstacle}`);
    checkParameters(method.parameters, options);
    if (method.family === 'DAE')
      throw new MethodError(`“${method.name}” needs its history, which noise destroys; take rattle inside`);
    return method;
  };
  const rattle = named(deterministic, 'rattle', 'method');
  const innerProperties: Method['properties'] = (flow, options = {}) =>
    named(deterministic, options.inner ?? 'rattle', 'deterministic method').properties(flow, options);

  return methodList([
    {
      name: 'gla',
      title: 'geometric Langevin algorithm',
      family: 'random',
      domain: rattle.domain,
      needs: classical,
      reference: 'Bou-Rabee, Owhadi, SIAM J. Numer. Anal. 48 (2010) 278',
      summary: 'A deterministic step, then exact friction and noise, projected where there are constraints.',
      parameters: [innerParameter, temperatureParameter, frictionParameter, seedParameter],
      claimedFor: { friction: 0 },
      properties: innerProperties,
      create: (problem, options) => {
        const inner = withParts(innerMethod(problem, options).create(problem, options), noKernel);
        return gla(
          problem,
          inner,
          thermostatOf(problem, options),
          chooseProjection(problem, inner.domain).projection,
        );
      },
    },
    {
      name: 'g-baoab',
      title: 'geodesic BAOAB',
      family: 'random',
      domain: rattle.domain,
      needs: classical,
      reference: 'Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138',
      summary: 'Langevin dynamics whose positions are sampled well at long steps. The one for temperatures.',
      parameters: [
        temperatureParameter,
        frictionParameter,
        seedParameter,
        substepsParameter('geodesic steps in each half of the drift', geodesicSteps),
      ],
      claimedFor: { friction: 0 },
      properties: () => ({ order: 2, symplectic: true, symmetric: true, stabilityLimit: 2 }),
      create: (problem, options) => {
        const substeps = options.substeps ?? geodesicSteps;
        const thermostat = thermostatOf(problem, options);
        const reference = () => gBaoab(problem, geodesicOf(problem), thermostat, substeps);
        return chooseFlow(problem, { method: 'g-baoab', thermostat, substeps, reference });
      },
    },
    {
      name: 'constrained-hmc',
      title: 'constrained Hamiltonian Monte Carlo',
      family: 'random',
      domain: rattle.domain,
      needs: classical,
      reference:
        'Brubaker, Salzmann, Urtasun, AISTATS 2012; Lelièvre, Rousset, Stoltz, Numer. Math. 143 (2019) 379',
      summary: 'One step is one move: samples exp(−V/kT) on g = 0 without an error of the step. No dynamics.',
      parameters: [
        innerParameter,
        { ...temperatureParameter, least: Number.MIN_VALUE },
        seedParameter,
        substepsParameter('steps of the inner method in one move', moveSteps),
      ],
      properties: (flow, options = {}) => ({
        ...{ order: Number.NaN, symplectic: false, symmetric: false },
        stabilityLimit: limitOfMove(innerProperties(flow, options), options),
      }),
      create: (problem, options) => {
        const inner = innerMethod(problem, options);
        if (!canPropose(inner, problem, options))
          throw new MethodError(
            `the method “${inner.name}” cannot propose Monte Carlo moves: they need one that is symplectic, symmetric and on g = {g,H} = 0, such as ${problem.g.m > 0 ? 'rattle with the flow verlet' : 'verlet'}`,
          );
        const { temperature, seed } = thermostatOf(problem, options);
        const moves = { temperature, seed, substeps: options.substeps ?? moveSteps };
        const flow = withParts(inner.create(problem, options), noKernel);
        return constrainedHmc(problem, flow, moves, chooseProjection(problem, flow.domain).projection);
      },
    },
  ]);
}
