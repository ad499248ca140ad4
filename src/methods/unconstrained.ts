// Flows on their own, for free and for penalised problems, and those of Zhang and Skeel composed to higher order.

import { compose } from '../flows/compose.ts';
import { chooseFlow } from '../kernels/choose.ts';
import { type FlowRecord, flowRecords } from './flow-records.ts';
import { type Method, methodList, named } from './method.ts';
import { betaParameter, compositionParameter, preferredScheme, schemeNamed } from './parameters.ts';

function alone<Name extends string>(record: FlowRecord<Name>): Method<Name> {
  const { name, title, order, symplectic, symmetric, boundedEnergy } = record;
  return {
    name,
    title,
    family: 'unconstrained',
    domain: 'phase space',
    needs: [...record.needs, 'no constraints'],
    reference: record.reference,
    summary: record.summary ?? 'An unconstrained flow on its own.',
    parameters: record.takesBeta ? [betaParameter] : [],
    properties: () => ({ order, symplectic, symmetric, boundedEnergy: boundedEnergy ?? symplectic }),
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
