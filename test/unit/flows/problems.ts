// Small nonlinear problems with their derivatives by hand and their solutions at time 2 to all digits of a double,
// computed by reference-solutions.py.

import { fullPattern, patternFromRows } from '../../../src/linalg/pattern.ts';
import type { Hamiltonian, Separable } from '../../../src/problem/hamiltonian.ts';
import type { State } from '../../../src/problem/state.ts';

export interface TestProblem {
  readonly name: string;
  readonly H: Hamiltonian;
  readonly initial: State;
  readonly time: number;
  readonly final: State;
}

interface Formulas {
  readonly n: number;
  readonly separable: Separable | null;
  value(z: State): number;
  gradient(z: State): number[];
  /** Rows of H''. */
  hessian(z: State): number[][];
}

function hamiltonian({ n, separable, value, gradient, hessian }: Formulas): Hamiltonian {
  const all = Array.from({ length: 2 * n }, (_, i) => i);
  return {
    n,
    separable,
    value,
    gradient: (z, out) => out.set(gradient(z)),
    hessianPattern: patternFromRows(
      all.map(() => all),
      2 * n,
    ),
    hessian: (z, out) => out.set(hessian(z).flat()),
    hessianTimes: (z, v, out) => out.set(hessian(z).map(row => row.reduce((sum, h, j) => sum + h * v[j], 0))),
  };
}

const pendulum: TestProblem = {
  name: 'pendulum',
  H: hamiltonian({
    n: 1,
    separable: {
      inverseMass: Float64Array.of(1),
      potential: z => -Math.cos(z[0]),
      gradient: (z, out) => {
        out[0] = Math.sin(z[0]);
      },
      hessianPattern: fullPattern(1, 1),
      hessian: (z, out) => {
        out[0] = Math.cos(z[0]);
      },
      third: (z, a, out) => {
        out[0] = -Math.sin(z[0]) * a[0] ** 2;
      },
      stiff: null,
    },
    value: ([q, p]) => p ** 2 / 2 - Math.cos(q),
    gradient: ([q, p]) => [Math.sin(q), p],
    hessian: ([q]) => [
      [Math.cos(q), 0],
      [0, 1],
    ],
  }),
  initial: Float64Array.of(1.5, 0.5),
  time: 2,
  final: Float64Array.of(0.5363077573677958, -1.3519348681006542),
};

const henonHeiles: TestProblem = {
  name: 'Hénon–Heiles',
  H: hamiltonian({
    n: 2,
    separable: {
      inverseMass: Float64Array.of(1, 1),
      potential: ([x, y]) => (x * x + y * y) / 2 + x * x * y - y ** 3 / 3,
      gradient: ([x, y], out) => {
        out[0] = x + 2 * x * y;
        out[1] = y + x * x - y * y;
      },
      hessianPattern: fullPattern(2, 2),
      hessian: ([x, y], out) => out.set([1 + 2 * y, 2 * x, 2 * x, 1 - 2 * y]),
      third: (_z, [a, b], out) => {
        out[0] = 4 * a * b;
        out[1] = 2 * a * a - 2 * b * b;
      },
      stiff: null,
    },
    value: ([x, y, u, v]) => (u * u + v * v + x * x + y * y) / 2 + x * x * y - y ** 3 / 3,
    gradient: ([x, y, u, v]) => [x + 2 * x * y, y + x * x - y * y, u, v],
    hessian: ([x, y]) => [
      [1 + 2 * y, 2 * x, 0, 0],
      [2 * x, 1 - 2 * y, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
  }),
  initial: Float64Array.of(0.3, -0.2, 0.25, 0.4),
  time: 2,
  final: Float64Array.of(0.03513856305198739, 0.3039718874530827, -0.4960865339501687, 0.008465503271103262),
};

/** H = (q² + 1)(p² + 1)/2. */
const product: TestProblem = {
  name: 'product',
  H: hamiltonian({
    n: 1,
    separable: null,
    value: ([q, p]) => ((q * q + 1) * (p * p + 1)) / 2,
    gradient: ([q, p]) => [q * (p * p + 1), (q * q + 1) * p],
    hessian: ([q, p]) => [
      [p * p + 1, 2 * q * p],
      [2 * q * p, q * q + 1],
    ],
  }),
  initial: Float64Array.of(0.6, 0.4),
  time: 2,
  final: Float64Array.of(-0.047918724552374045, -0.7576185103581812),
};

/** H = ½u² + ½v²(1 + x²) + ½x² + ¼y⁴ + ½xyu, coordinates x, y with momenta u, v. */
const coupled: TestProblem = {
  name: 'coupled',
  H: hamiltonian({
    n: 2,
    separable: null,
    value: ([x, y, u, v]) => (u * u + v * v * (1 + x * x) + x * x + x * y * u) / 2 + y ** 4 / 4,
    gradient: ([x, y, u, v]) => [
      x * v * v + x + (y * u) / 2,
      y ** 3 + (x * u) / 2,
      u + (x * y) / 2,
      v * (1 + x * x),
    ],
    hessian: ([x, y, u, v]) => [
      [v * v + 1, u / 2, y / 2, 2 * x * v],
      [u / 2, 3 * y * y, x / 2, 0],
      [y / 2, x / 2, 1, 0],
      [2 * x * v, 0, 0, 1 + x * x],
    ],
  }),
  initial: Float64Array.of(0.5, 0.3, -0.4, 0.6),
  time: 2,
  final: Float64Array.of(-0.4949397628300844, 0.7856131542787722, -0.11068645870285797, -0.501678289142863),
};

export const separableProblems: readonly TestProblem[] = [pendulum, henonHeiles];
export const generalProblems: readonly TestProblem[] = [product, coupled];
export const allProblems: readonly TestProblem[] = [...separableProblems, ...generalProblems];

/** A chain of n unit masses with stiffening springs between walls: as long as wanted, not stiff. */
export function chain(n: number): Hamiltonian {
  const at = (z: State, i: number) => (i < 0 || i >= n ? 0 : z[i]);
  const tension = (r: number) => r + r ** 3;
  const stiffness = (r: number) => 1 + 3 * r * r;
  return hamiltonian({
    n,
    separable: null,
    value: z => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += z[n + i] ** 2 / 2;
      for (let i = 0; i <= n; i++) {
        const r = at(z, i) - at(z, i - 1);
        sum += r ** 2 / 2 + r ** 4 / 4;
      }
      return sum;
    },
    gradient: z => [
      ...Array.from({ length: n }, (_, i) => {
        return tension(at(z, i) - at(z, i - 1)) - tension(at(z, i + 1) - at(z, i));
      }),
      ...z.subarray(n),
    ],
    hessian: z => {
      const rows = Array.from({ length: 2 * n }, () => new Array<number>(2 * n).fill(0));
      for (let i = 0; i < n; i++) {
        const left = stiffness(at(z, i) - at(z, i - 1));
        const right = stiffness(at(z, i + 1) - at(z, i));
        rows[i][i] = left + right;
        if (i > 0) rows[i][i - 1] = -left;
        if (i < n - 1) rows[i][i + 1] = -right;
        rows[n + i][n + i] = 1;
      }
      return rows;
    },
  });
}
