// The multiplier solvers by name.

import { closedForm, sweep } from './diagonal.ts';
import type { MultiplierSolver } from './equations.ts';
import { chord, newton, newtonSparse } from './newton.ts';

/** A multiplier solver as the registry describes it: R(λ) = 0 for m equations. */
export interface SolverRecord<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  /** 'exact': the dense derivative of the step; 'model': the sparse G M⁻¹ Gᵀ of g(q) with H = ½pᵀM⁻¹p + V. */
  readonly needs: 'exact' | 'model';
  readonly reference: string;
  create(m: number): MultiplierSolver;
}

const barth = 'Barth, Kuczera, Leimkuhler, Skeel, J. Comput. Chem. 16 (1995) 1192';
const ryckaert = 'Ryckaert, Ciccotti, Berendsen, J. Comput. Phys. 23 (1977) 327';

const records = [
  {
    name: 'newton',
    title: 'Newton with the exact matrix, dense LU',
    needs: 'exact',
    reference: barth,
    create: newton,
  },
  {
    name: 'newton-sparse',
    title: 'Newton with the symmetric matrix, sparse LDLᵀ',
    needs: 'model',
    reference: barth,
    create: newtonSparse,
  },
  {
    name: 'chord',
    title: 'Newton with the matrix frozen for the step',
    needs: 'model',
    reference: barth,
    create: chord,
  },
  {
    name: 'sweep',
    title: 'SHAKE iteration (Gauss–Seidel)',
    needs: 'exact',
    reference: ryckaert,
    create: sweep,
  },
  {
    name: 'closed-form',
    title: 'closed form for independent quadratic or linear equations',
    needs: 'exact',
    reference: 'Leimkuhler, Reich, Simulating Hamiltonian Dynamics (2004), §7.2',
    create: closedForm,
  },
] as const satisfies readonly SolverRecord[];

/** Name of a built-in multiplier solver; the union follows from the records. */
export type SolverName = (typeof records)[number]['name'];

/** The multiplier solvers by name, with what each needs and its reference. */
export const solverRecords: readonly SolverRecord<SolverName>[] = records;
