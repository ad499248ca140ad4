// Methods of other families than the constrained and the random ones: flows on their own, for free and for penalised problems, and
// those of Zhang and Skeel composed to higher order; backward differences on the DAE and the adaptive reference, which the
// geometric methods are measured against; rigid bodies on the rotation group.

import { compose } from '../flows/compose.ts';
import { cayleyVariationalEuler } from '../groups/cayley-variational-euler.ts';
import { so3Splitting } from '../groups/so3-splitting.ts';
import { bdf } from '../integrators/bdf/bdf.ts';
import { type ReferenceOptions, reference } from '../integrators/reference/reference.ts';
import { chooseFlow } from '../kernels/choose.ts';
import { type FlowRecord, flowRecords } from './flow-records.ts';
import { type Method, methodList, named } from './method.ts';
import {
  betaParameter,
  compositionParameter,
  preferredScheme,
  schemeNamed,
  toleranceParameter,
} from './parameters.ts';

function alone<Name extends string>(record: FlowRecord<Name>): Method<Name> {
  const { name, title, order, symplectic, symmetric, boundedEnergy, stabilityLimit } = record;
  return {
    name,
    title,
    family: 'unconstrained',
    domain: 'phase space',
    needs: [...record.needs, 'no constraints'],
    reference: record.reference,
    summary: record.summary ?? 'An unconstrained flow on its own.',
    parameters: record.takesBeta ? [betaParameter] : [],
    properties: () => ({
      ...{ order, symplectic, symmetric, stabilityLimit },
      boundedEnergy: boundedEnergy ?? symplectic,
    }),
    create: (problem, options) => {
      const reference = () => record.create(problem.H, options);
      return name === 'verlet' ? chooseFlow(problem, { method: 'verlet', reference }) : reference();
    },
  };
}

/** Steps of a symmetric flow, of different lengths, some backwards, in a row. */
function composed<Name extends string, Order extends number>(
  record: FlowRecord<Name>,
  order: Order,
): Method<`${Name}-${Order}`> {
  const preferred = preferredScheme(order);
  const base = alone(record);
  return {
    ...base,
    name: `${record.name}-${order}`,
    title: `${record.title}, composed to order ${order}`,
    reference: `${record.reference}; ${preferred.reference}`,
    summary: `${preferred.weights.length} steps of different lengths, some backwards; for high accuracy.`,
    parameters: [...base.parameters, compositionParameter(order)],
    properties: flow => ({ ...base.properties(flow), order }),
    create: (problem, options) =>
      compose(base.create(problem, options), schemeNamed(order, options.composition).weights),
  };
}

/** The flows of Zhang and Skeel that are symmetric, so that compositions raise their order. */
const symmetricNames = ['zhang-skeel', 'zhang-skeel-simplified', 'zhang-skeel-stiff'] as const;
const orders = [4, 6, 8] as const;

const compositionsOf = (name: (typeof symmetricNames)[number]) =>
  orders.map(order => composed({ ...named(flowRecords, name, 'flow'), name }, order));

export const unconstrainedMethods = methodList([
  ...flowRecords.map(record => alone(record)),
  ...symmetricNames.flatMap(compositionsOf),
]);

const leimkuhlerSkeel = 'Leimkuhler, Skeel, J. Comput. Phys. 112 (1994) 117';

/** How a multistep method of this order gets its first states. */
function startText(order: number): string {
  if (order === 1) return '';
  const steps = order === 2 ? 'The first step is' : `The first ${order - 1} steps are`;
  return ` ${steps} made by the reference method, and so again after a change of the step or of the state.`;
}

function backwardDifferences<Order extends number>(order: Order): Method<`bdf${Order}`> {
  return {
    name: `bdf${order}`,
    title: `backward differences of order ${order} on the DAE`,
    family: 'DAE',
    domain: 'g = 0',
    needs: ['nondegenerate'],
    reference: `${leimkuhlerSkeel}, eq. 35–37`,
    summary: `Stiffly stable and dissipative: it loses energy. Here for comparison.${startText(order)}`,
    parameters: [],
    properties: () => ({ order, symplectic: false, symmetric: false }),
    create: problem => bdf(problem, order),
  };
}

export const comparisonMethods = methodList([
  ...([1, 2, 3, 4, 5, 6] as const).map(order => backwardDifferences(order)),
  {
    name: 'reference',
    title: 'reference: Dormand–Prince 8 on the underlying ODE',
    family: 'ODE',
    domain: 'g = {g,H} = 0',
    needs: ['coisotropic', 'nondegenerate'],
    reference: `Hairer, Nørsett, Wanner, Solving ODEs I (1993), §II.10; ${leimkuhlerSkeel}, eq. 33–34`,
    summary:
      'Adaptive, good to 1e-12 over short times, and with a tolerance of 1e-7 the fastest to six digits; not symplectic, so energy drifts in long runs.',
    parameters: [toleranceParameter],
    properties: () => ({ order: Number.POSITIVE_INFINITY, symplectic: false, symmetric: false }),
    create: (problem, { tolerance }) => {
      const options: ReferenceOptions = tolerance === undefined ? {} : { tolerance };
      return chooseFlow(problem, {
        method: 'reference',
        withMotion: motion => reference(problem, { ...options, motion }),
        reference: () => reference(problem, options),
      });
    },
  },
]);

// Rigid bodies on the rotation group: problems with coordinates R[3][3] and the constraint RᵀR = I.

export const groupMethods = methodList([
  {
    name: 'so3-splitting',
    title: 'splitting on SO(3): spin, rotations about body axes, kicks',
    family: 'Lie group',
    domain: 'g = {g,H} = 0',
    needs: ['rigid body'],
    reference: 'Fassò, J. Comput. Phys. 189 (2003) 527; Touma, Wisdom, Astron. J. 107 (1994) 1189',
    summary:
      'Explicit: kicks by the torque and exact rotations; R stays a rotation. The one for rigid bodies.',
    parameters: [],
    properties: () => ({ order: 2, symplectic: true, symmetric: true }),
    create: so3Splitting,
  },
  {
    name: 'so3-variational-euler',
    title: 'variational Euler on SO(3) with the Cayley map',
    family: 'Lie group',
    domain: 'g = {g,H} = 0',
    needs: ['rigid body'],
    reference: 'Bou-Rabee, Marsden, Found. Comput. Math. 9 (2009) 197; Tao, Owhadi 2016, eq. 4.12',
    summary: 'Three nonlinear equations per step; R stays a rotation.',
    parameters: [],
    properties: () => ({ order: 1, symplectic: true, symmetric: false }),
    create: cayleyVariationalEuler,
  },
]);
