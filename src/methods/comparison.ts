// What the geometric methods are measured against: backward differences on the DAE, and the adaptive reference, which for
// short motions is also the fastest of all.

import { bdf } from '../integrators/bdf/bdf.ts';
import { type ReferenceOptions, reference } from '../integrators/reference/reference.ts';
import { chooseFlow } from '../kernels/choose.ts';
import { type Method, methodList } from './method.ts';
import { toleranceParameter } from './parameters.ts';

const leimkuhlerSkeel = 'Leimkuhler, Skeel, J. Comput. Phys. 112 (1994) 117';

function backwardDifferences<Order extends number>(order: Order): Method<`bdf${Order}`> {
  return {
    name: `bdf${order}`,
    title: `backward differences of order ${order} on the DAE`,
    family: 'DAE',
    domain: 'g = 0',
    needs: ['nondegenerate'],
    reference: `${leimkuhlerSkeel}, eq. 35–37`,
    summary: 'Stiffly stable and dissipative: it loses energy. Here for comparison.',
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
