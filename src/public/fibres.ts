// The namespace `fibres`: the slide z ↦ exp(Σ λᵢ X_{gᵢ})(z) along the fibre of the constraints, in three exact forms. Each
// takes a problem, so that it can be given to shake, rattle and project as it stands.

import type { Fibre } from '../fibres/fibre.ts';
import { generalFibre } from '../fibres/general.ts';
import { quadraticFibre } from '../fibres/quadratic.ts';
import { shear as shearOf } from '../fibres/shear.ts';
import type { Problem } from '../problem/problem.ts';

export { chooseFibre as choose } from '../fibres/choose-fibre.ts';

/** q ↦ q, p ↦ p − g_qᵀλ: exact for g = g(q). McLachlan, Modin, Verdier, Wilkins (2014), §5.1.1. */
export const shear = ({ g, n }: Pick<Problem, 'g' | 'n'>): Fibre => shearOf(g, n);

/** A matrix exponential: exact for g of degree two in (q, p). McLachlan, Modin, Verdier, Wilkins (2014), §5.4. */
export const quadratic = ({ g, n }: Pick<Problem, 'g' | 'n'>): Fibre => quadraticFibre(g, n);

/** z′ = X_{g_λ}(z) over unit time, integrated to round-off: for any g(q, p). The same paper, §6. */
export const general = ({ g, n }: Pick<Problem, 'g' | 'n'>): Fibre => generalFibre(g, n);
