// The unconstrained flows by name: each can run alone, and each can be the inner flow of shake and rattle.

import type { Flow } from '../flows/flow.ts';
import { gauss, gauss2, gauss3, midpoint } from '../flows/gauss.ts';
import { newmark, newmarkOneNewton, newmarkPushforward } from '../flows/newmark/newmark.ts';
import {
  zhangSkeel,
  zhangSkeelEuler,
  zhangSkeelSimplified,
  zhangSkeelStiff,
} from '../flows/newmark/zhang-skeel.ts';
import {
  type KickDriftScheme,
  splitting,
  stabilityLimitOf,
  threeStageBcss,
  threeStagePredescu,
  threeStageVerlet,
  twoStageBcss,
  twoStageMinimumError,
  twoStageVerlet,
} from '../flows/splitting.ts';
import { symplecticEulerP, symplecticEulerQ } from '../flows/symplectic-euler.ts';
import { verlet } from '../flows/verlet.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';

/** An unconstrained one-step map as the registry describes it. */
export interface FlowRecord<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  readonly order: number;
  readonly symmetric: boolean;
  readonly symplectic: boolean;
  readonly needs: readonly 'separable'[];
  readonly reference: string;
  /** One sentence, where the title does not say enough. */
  readonly summary?: string;
  /** Whether the energy error stays bounded although the method is not symplectic. */
  readonly boundedEnergy?: boolean;
  /** The product hω from which an oscillator of frequency ω is unstable, for explicit flows. */
  readonly stabilityLimit?: number;
  readonly takesBeta?: boolean;
  /** Its kicks and drifts, for a splitting with several stages. */
  readonly scheme?: KickDriftScheme;
  create(H: Hamiltonian, options?: FlowOptions): Flow;
}

/** Parameters of unconstrained flows. */
export interface FlowOptions {
  /** Weight of the implicit part in the methods of Newmark, and of Zhang and Skeel. */
  readonly beta?: number;
}

/** The value that Tao and Owhadi take for penalties: above the ¼ at which linear stability begins. */
export const defaultBeta = 0.4;

const symplectic = { symmetric: true, symplectic: true, needs: [] } as const;
const explicit = { ...symplectic, stabilityLimit: 2 } as const;

/** A record with its table of kicks and drifts. */
export type SplittingRecord<Name extends string = string> = FlowRecord<Name> & {
  readonly scheme: KickDriftScheme;
};

function kickDrift<Name extends string>(name: Name, scheme: KickDriftScheme): SplittingRecord<Name> {
  const { order, reference } = scheme;
  return {
    ...symplectic,
    name,
    title: `${scheme.name} splitting`,
    order,
    reference,
    needs: ['separable'],
    stabilityLimit: stabilityLimitOf(scheme),
    scheme,
    create: H => splitting(H, scheme),
  };
}

const mmvw = 'McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339, §5.1.3';
const hlw = 'Hairer, Lubich, Wanner, Geometric Numerical Integration (2006)';

/** A method with an implicit part of weight β. */
function withBeta<const Name extends string>(
  create: (H: Hamiltonian, beta: number) => Flow,
  facts: Omit<FlowRecord<Name>, 'create' | 'needs' | 'takesBeta'>,
): FlowRecord<Name> {
  return {
    ...facts,
    needs: ['separable'],
    takesBeta: true,
    create: (H, { beta = defaultBeta } = {}) => create(H, beta),
  };
}

const tao = 'Tao, Owhadi, IMA J. Numer. Anal. 36 (2016) 80';

/** For stiff potentials such as penalties: one solve with M + βh²V'' per step. */
const linearlyImplicit = [
  withBeta(newmark, {
    name: 'newmark',
    title: 'Newmark, fully solved',
    order: 2,
    symmetric: true,
    symplectic: false,
    boundedEnergy: true,
    reference: `${tao}, eq. 2.1`,
    summary: 'Nonlinear solve to round-off; symplectic after the change of variables of newmark-pushforward.',
  }),
  withBeta(newmarkPushforward, {
    name: 'newmark-pushforward',
    title: 'Newmark in its symplectic variables',
    order: 2,
    symmetric: true,
    symplectic: true,
    reference: `${tao}, eq. 2.3`,
    summary: 'Newmark seen through x = q + βh²M⁻¹∇V(q), where it preserves the canonical symplectic form.',
  }),
  withBeta(newmarkOneNewton, {
    name: 'newmark-one-newton',
    title: 'Newmark with a single Newton iteration',
    order: 2,
    symmetric: false,
    symplectic: false,
    reference: `${tao}, §4.1, Fig. 1 row 5`,
    summary: 'Not symplectic: what is lost when the nonlinear equation is not solved. Here for comparison.',
  }),
  withBeta(zhangSkeel, {
    name: 'zhang-skeel',
    title: 'Zhang–Skeel (Z&S)',
    order: 2,
    symmetric: true,
    symplectic: true,
    reference: `Zhang, Skeel, Appl. Numer. Math. 25 (1997) 297; ${tao}, eq. 1.3`,
    summary: 'One linear solve per step instead of a nonlinear one, and still symplectic.',
  }),
  withBeta(zhangSkeelSimplified, {
    name: 'zhang-skeel-simplified',
    title: 'simplified Zhang–Skeel (Z&Ss)',
    order: 2,
    symmetric: true,
    symplectic: false,
    reference: `${tao}, eq. 2.7`,
    summary: 'Without third derivatives; symplectic for one degree of freedom, nearly so otherwise.',
  }),
  withBeta(zhangSkeelStiff, {
    name: 'zhang-skeel-stiff',
    title: 'simplified Zhang–Skeel for stiff systems',
    order: 2,
    symmetric: true,
    symplectic: false,
    reference: `${tao}, eq. 2.8`,
    summary: 'Only the stiff part of V (the penalty, or the key “stiff”) enters the matrix.',
  }),
  withBeta(zhangSkeelEuler, {
    name: 'zhang-skeel-euler',
    title: 'Zhang–Skeel with the quadrature of symplectic Euler',
    order: 1,
    symmetric: false,
    symplectic: true,
    reference: `${tao}, eq. 4.14–4.15`,
    summary: 'The first-order member of the family; its step needs one force.',
  }),
] as const;

const splittings = [
  kickDrift('two-stage-verlet', twoStageVerlet),
  kickDrift('two-stage-minimum-error', twoStageMinimumError),
  kickDrift('two-stage-bcss', twoStageBcss),
  kickDrift('three-stage-verlet', threeStageVerlet),
  kickDrift('three-stage-predescu', threeStagePredescu),
  kickDrift('three-stage-bcss', threeStageBcss),
] as const;

const records = [
  { ...explicit, name: 'verlet', title: 'Störmer–Verlet', order: 2, reference: mmvw, create: verlet },
  {
    ...explicit,
    name: 'symplectic-euler',
    title: 'symplectic Euler, momenta first',
    order: 1,
    symmetric: false,
    reference: mmvw,
    create: symplecticEulerP,
  },
  {
    ...explicit,
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
  ...splittings,
  {
    ...explicit,
    name: 'variational-euler',
    title: 'variational Euler',
    order: 1,
    symmetric: false,
    reference: 'Marsden, West, Acta Numer. 10 (2001) 357, §2.3.2',
    summary: 'The discrete Lagrangian h L(q₀, (q₁ − q₀)/h): symplectic Euler, momenta first.',
    create: symplecticEulerP,
  },
  ...linearlyImplicit,
] as const satisfies readonly FlowRecord[];

/** Name of a built-in unconstrained flow; the union follows from the records. */
export type FlowName = (typeof records)[number]['name'];

/** The unconstrained flows by name, with order, symmetry, what each needs and its reference. */
export const flowRecords: readonly FlowRecord<FlowName>[] = records;

/** Name of a splitting into kicks and drifts with several stages. */
export type SplittingName = (typeof splittings)[number]['name'];

/** The splittings with several stages, a part of `flowRecords`. */
export const splittingRecords: readonly SplittingRecord<SplittingName>[] = splittings;
