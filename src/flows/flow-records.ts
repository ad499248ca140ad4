// The unconstrained flows by name: each can run alone, and each can be the inner flow of shake and rattle.

import type { Hamiltonian } from '../problem/hamiltonian.ts';
import { gauss2, gauss3 } from './coefficients.ts';
import type { Flow } from './flow.ts';
import { gauss } from './gauss.ts';
import { midpoint } from './midpoint.ts';
import { splitting } from './splitting.ts';
import {
  type KickDriftScheme,
  threeStageBcss,
  threeStagePredescu,
  threeStageVerlet,
  twoStageBcss,
  twoStageMinimumError,
  twoStageVerlet,
} from './splitting-coefficients.ts';
import { symplecticEulerP, symplecticEulerQ } from './symplectic-euler.ts';
import { verlet } from './verlet.ts';

export interface FlowRecord {
  readonly name: string;
  readonly title: string;
  readonly order: number;
  readonly symmetric: boolean;
  readonly symplectic: boolean;
  readonly needs: readonly 'separable'[];
  readonly reference: string;
  create(H: Hamiltonian): Flow;
}

const symplectic = { symmetric: true, symplectic: true, needs: [] } as const;

function kickDrift(name: string, scheme: KickDriftScheme): FlowRecord {
  const { order, reference } = scheme;
  return {
    ...symplectic,
    name,
    title: `${scheme.name} splitting`,
    order,
    reference,
    needs: ['separable'],
    create: H => splitting(H, scheme),
  };
}

const mmvw = 'McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339, §5.1.3';
const hlw = 'Hairer, Lubich, Wanner, Geometric Numerical Integration (2006)';

export const flowRecords: readonly FlowRecord[] = [
  { ...symplectic, name: 'verlet', title: 'Störmer–Verlet', order: 2, reference: mmvw, create: verlet },
  {
    ...symplectic,
    name: 'symplectic-euler',
    title: 'symplectic Euler, momenta first',
    order: 1,
    symmetric: false,
    reference: mmvw,
    create: symplecticEulerP,
  },
  {
    ...symplectic,
    name: 'symplectic-euler-adjoint',
    title: 'symplectic Euler, positions first',
    order: 1,
    symmetric: false,
    reference: mmvw,
    create: symplecticEulerQ,
  },
  {
    ...symplectic,
    name: 'midpoint',
    title: 'implicit midpoint',
    order: 2,
    reference: `${hlw}, (II.1.7)`,
    create: midpoint,
  },
  {
    ...symplectic,
    name: 'gauss-2',
    title: 'Gauss collocation, 2 stages',
    order: 4,
    reference: `${hlw}, §II.1.3`,
    create: H => gauss(H, gauss2),
  },
  {
    ...symplectic,
    name: 'gauss-3',
    title: 'Gauss collocation, 3 stages',
    order: 6,
    reference: `${hlw}, §II.1.3`,
    create: H => gauss(H, gauss3),
  },
  kickDrift('two-stage-verlet', twoStageVerlet),
  kickDrift('two-stage-minimum-error', twoStageMinimumError),
  kickDrift('two-stage-bcss', twoStageBcss),
  kickDrift('three-stage-verlet', threeStageVerlet),
  kickDrift('three-stage-predescu', threeStagePredescu),
  kickDrift('three-stage-bcss', threeStageBcss),
];
