// The history of a straight-line step, the warm start of the next, in one array M, and the lines of the step's text that use it.
//   ∇⁰ … ∇⁵ of ν, backward differences over the last steps. Their sum is the polynomial through the last six values, one
//   step on: off by O(h⁶), so that one Newton iteration is enough where from the last value it takes two.
// Only the differences of steps of one length count; after a change of h the last value is taken, which goes as h². Besides,
// one over the sizes of the terms of g, the scale of residuals: they change slowly.
// Every few steps, and after anything unusual, the memory is reviewed and the sizes are computed again; other steps spend
// nothing on it. An attempt that begins again leaves ν in an array A, and a length of the last step that no step has.

import { termSizeInterval } from '../../problem/term-sizes.ts';

/** The highest difference. Newton iterations per step on the double pendulum: 2.05, 1.89, 1.41, 1.19 for 1, 3, 5, 7. */
const order = 5;
const maxAttempts = 10;

export interface StepHistory {
  /** Lengths of M and A. */
  readonly length: number;
  readonly lengthAgain: number;
  /** Where the length of the last step stands; M begins with its ν. */
  readonly step: number;
  /** Functions before the step. */
  readonly functions: string;
  /** n = the extrapolated ν, or the ν that an earlier attempt at this step has reached. */
  readonly warmStart: string;
  /** s = one over the sizes of the terms of g, with the lines that measure them. */
  sizes(measure: string): string;
  /** Makes the step once more, beginning with n. */
  readonly again: string;
  /** Records ν = n, and s. */
  readonly remember: string;
}

export function stepHistory(m: number): StepHistory {
  const rows = Array.from({ length: m }, (_, a) => a);
  const orders = Array.from({ length: order + 1 }, (_, k) => k);
  const lines = (text: (a: number) => string) => rows.map(text).join('\n');
  const difference = (k: number, a: number) => `M[${k * m + a}]`;
  const size = (k: number) => rows.map(a => `Math.abs(${difference(k, a)})`).join(' + ');
  const extended = (a: number) => inPairs(orders.map(k => difference(k, a)));
  const end = orders.length * m;
  const [step, known, left, sizes] = [end, end + 1, end + 2, end + 3];
  return {
    length: sizes + m,
    lengthAgain: m + 2,
    step,
    // An extrapolation hardly better than the last value comes from another motion: before noise, a collision, a new start.
    functions: `function review(given, attempt) {
const h = +given;
let known = h === M[${step}] ? Math.min(M[${known}] + 1, ${order}) : 0;
if (attempt > 0 && known > 2 && !(${size(order)} < 0.5 * (${size(1)}))) known = 0;
M[${step}] = h;
M[${known}] = known;
M[${left}] = known < ${order} ? 0 : ${termSizeInterval - 1};
for (let i = (known + 1) * ${m}; i < ${end}; i++) M[i] = 0;
}`,
    warmStart: `let attempt = 0, left = M[${left}], ${rows.map(a => `n${a}`).join(', ')};
if (h === M[${step}]) {
${lines(a => `n${a} = ${extended(a)};`)}
} else {
left = 0;
if (A[${m}] > 0) {
attempt = A[${m}];
A[${m}] = 0;
M[${step}] = A[${m + 1}];
${lines(a => `n${a} = A[${a}];`)}
} else {
const change = M[${step}] === 0 ? 0 : h / M[${step}];
${lines(a => `n${a} = change * change * ${difference(0, a)};`)}
}
}`,
    sizes: measure => `let ${rows.map(a => `s${a} = M[${sizes + a}]`).join(', ')};
if (left < 1) {
${measure}
}`,
    again: `if (attempt === ${maxAttempts}) return false;
${lines(a => `A[${a}] = n${a};`)}
A[${m}] = attempt + 1;
A[${m + 1}] = M[${step}];
M[${step}] = NaN;
return step(z, given, out);`,
    remember: `${lines(a => renewed(a, orders, difference))}
if (left < 1) {
${lines(a => `M[${sizes + a}] = s${a};`)}
review(given, attempt);
} else M[${left}] = left - 1;`,
  };
}

/** ∇⁰ = ν,  ∇ᵏ⁺¹ = ∇ᵏ − the ∇ᵏ before */
function renewed(a: number, orders: readonly number[], place: (k: number, a: number) => string): string {
  const name = (k: number) => (k === 0 ? `n${a}` : `n${a}_${k}`);
  const made = orders.slice(1).map(k => `${name(k)} = ${name(k - 1)} - ${place(k - 1, a)}`);
  return `const ${made.join(', ')};\n${orders.map(k => `${place(k, a)} = ${name(k)};`).join(' ')}`;
}

function inPairs(terms: readonly string[]): string {
  if (terms.length === 1) return terms[0];
  const middle = Math.ceil(terms.length / 2);
  return `(${inPairs(terms.slice(0, middle))} + ${inPairs(terms.slice(middle))})`;
}
