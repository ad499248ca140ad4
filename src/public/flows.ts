// The namespace `flows`: unconstrained one-step maps φ_h of H, each to be used alone or inside shake and rattle. For every
// name in FlowName there is a function here, in camel case: 'two-stage-bcss' is flows.twoStageBcss.

import type { Flow } from '../flows/flow.ts';
import { gauss, gauss2 as tableau2, gauss3 as tableau3 } from '../flows/gauss.ts';
import {
  newmarkOneNewton as newmarkOneNewtonWith,
  newmarkPushforward as newmarkPushforwardWith,
  newmark as newmarkWith,
} from '../flows/newmark/newmark.ts';
import {
  zhangSkeelEuler as zhangSkeelEulerWith,
  zhangSkeelSimplified as zhangSkeelSimplifiedWith,
  zhangSkeelStiff as zhangSkeelStiffWith,
  zhangSkeel as zhangSkeelWith,
} from '../flows/newmark/zhang-skeel.ts';
import * as schemes from '../flows/splitting.ts';
import { defaultBeta } from '../methods/flow-records.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';

export { compose, composeFlows as sequence } from '../flows/compose.ts';
export { exactFlow as exact } from '../flows/exact.ts';
export { midpoint } from '../flows/gauss.ts';
export { splitting } from '../flows/splitting.ts';
export {
  symplecticEulerP as symplecticEuler,
  symplecticEulerP as variationalEuler,
  symplecticEulerQ as symplecticEulerAdjoint,
} from '../flows/symplectic-euler.ts';
export { verlet } from '../flows/verlet.ts';

/** Gauss collocation with 2 stages: implicit, order 4, symplectic, symmetric. Hairer, Lubich, Wanner (2006), §II.1.3. */
export const gauss2 = (H: Hamiltonian): Flow => gauss(H, tableau2);

/** Gauss collocation with 3 stages: implicit, order 6, symplectic, symmetric. Hairer, Lubich, Wanner (2006), §II.1.3. */
export const gauss3 = (H: Hamiltonian): Flow => gauss(H, tableau3);

/** Two steps of Verlet of half the length, as a splitting. H = ½pᵀM⁻¹p + V(q). Order 2, symmetric, two forces a step. */
export const twoStageVerlet = (H: Hamiltonian): Flow => schemes.splitting(H, schemes.twoStageVerlet);

/** Two-stage splitting of least error constant. H = ½pᵀM⁻¹p + V(q). McLachlan, SIAM J. Sci. Comput. 16 (1995) 151. */
export const twoStageMinimumError = (H: Hamiltonian): Flow =>
  schemes.splitting(H, schemes.twoStageMinimumError);

/** Two-stage splitting for sampling. H = ½pᵀM⁻¹p + V(q). Blanes, Casas, Sanz-Serna, SIAM J. Sci. Comput. 36 (2014) A1556. */
export const twoStageBcss = (H: Hamiltonian): Flow => schemes.splitting(H, schemes.twoStageBcss);

/** Three steps of Verlet of a third of the length, as a splitting. H = ½pᵀM⁻¹p + V(q). Order 2, symmetric. */
export const threeStageVerlet = (H: Hamiltonian): Flow => schemes.splitting(H, schemes.threeStageVerlet);

/** Three-stage splitting of Predescu and others, Mol. Phys. 110 (2012) 967. H = ½pᵀM⁻¹p + V(q). Order 2, symmetric. */
export const threeStagePredescu = (H: Hamiltonian): Flow => schemes.splitting(H, schemes.threeStagePredescu);

/** Three-stage splitting for sampling. H = ½pᵀM⁻¹p + V(q). Blanes, Casas, Sanz-Serna, SIAM J. Sci. Comput. 36 (2014) A1556. */
export const threeStageBcss = (H: Hamiltonian): Flow => schemes.splitting(H, schemes.threeStageBcss);

/** Newmark's method, γ = ½, fully solved. H = ½pᵀM⁻¹p + V(q); β ≥ ¼ for stiff V. Tao, Owhadi (2016), eq. 2.1. */
export const newmark = (H: Hamiltonian, beta = defaultBeta): Flow => newmarkWith(H, beta);

/** Newmark in the variables x = q + βh²M⁻¹∇V(q), in which it is symplectic. Tao, Owhadi (2016), eq. 2.3. */
export const newmarkPushforward = (H: Hamiltonian, beta = defaultBeta): Flow =>
  newmarkPushforwardWith(H, beta);

/** Newmark with a single Newton iteration: not symplectic, for comparison. Tao, Owhadi (2016), §4.1. */
export const newmarkOneNewton = (H: Hamiltonian, beta = defaultBeta): Flow => newmarkOneNewtonWith(H, beta);

/** Zhang–Skeel: one linear solve with M + βh²V″ per step, symplectic. Appl. Numer. Math. 25 (1997) 297. */
export const zhangSkeel = (H: Hamiltonian, beta = defaultBeta): Flow => zhangSkeelWith(H, beta);

/** Zhang–Skeel without third derivatives; nearly symplectic. Tao, Owhadi (2016), eq. 2.7. */
export const zhangSkeelSimplified = (H: Hamiltonian, beta = defaultBeta): Flow =>
  zhangSkeelSimplifiedWith(H, beta);

/** Simplified Zhang–Skeel with only the stiff part of V in the matrix. Tao, Owhadi (2016), eq. 2.8. */
export const zhangSkeelStiff = (H: Hamiltonian, beta = defaultBeta): Flow => zhangSkeelStiffWith(H, beta);

/** Zhang–Skeel with the quadrature of symplectic Euler: order 1, one force a step. Tao, Owhadi (2016), eq. 4.14–4.15. */
export const zhangSkeelEuler = (H: Hamiltonian, beta = defaultBeta): Flow => zhangSkeelEulerWith(H, beta);
