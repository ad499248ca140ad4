// Flows on their own, for free and for penalised problems, and those of Zhang and Skeel composed to higher order.

import { compose } from '../flows/compose.ts';
import { chooseFlow } from '../kernels/choose.ts';
import { type FlowRecord, flowRecords } from './flow-records.ts';
import type { Method } from './method.ts';
import { betaParameter, compositionParameter, preferredScheme, schemeNamed } from './parameters.ts';

function alone(record: FlowRecord): Method {
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
function composed(record: FlowRecord, order: number): Method {
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

const lifted = flowRecords.filter(({ name }) => /^zhang-skeel(-simplified|-stiff)?$/.test(name));

export const unconstrainedMethods: readonly Method[] = [
  ...flowRecords.map(alone),
  ...lifted.flatMap(record => [4, 6, 8].map(order => composed(record, order))),
];
