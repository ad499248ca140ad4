// What a fused step hands on to the next, in one array M, and the lines of its text that deal with it.
//   ∇⁰ … ∇⁵ of λ/h, backward differences over the last steps. Their sum is the polynomial through the last six values, one
//   step on: a guess that is off by O(h⁶), from which one Newton iteration arrives where the last value needs two.
// Only the differences of steps of one length count; after a change of h the guess is the last value. Besides, one over the sizes
// of the terms of g, by which residuals are judged: they change slowly, and are measured anew after a few steps.

/** The highest difference. Newton iterations per step on the double pendulum: 2.05, 1.89, 1.41, 1.19 for 1, 3, 5, 7. */
const order = 5;
/** Steps for which sizes are kept. */
const lifeOfSizes = 8;

export interface FusedMemory {
  readonly length: number;
  /** Where the length of the last step stands. 0 there makes the next step forget the differences. */
  readonly step: number;
  /** Functions before the step. */
  readonly functions: string;
  /** n = the guess for ν = h² · λ/h, or where an attempt before this one has got to. */
  readonly guess: string;
  /** s = one over the sizes of the terms of g, with the lines that measure them. */
  sizes(measure: string): string;
  /** Takes note of x = λ/h, and of s. */
  readonly remember: string;
}

export function fusedMemory(m: number): FusedMemory {
  const rows = Array.from({ length: m }, (_, a) => a);
  const orders = Array.from({ length: order + 1 }, (_, k) => k);
  const lines = (text: (a: number) => string) => rows.map(text).join('\n');
  const distance = (place: (a: number) => string) =>
    rows.map(a => `Math.abs(x${a} - ${place(a)})`).join(' + ');
  const difference = (k: number, a: number) => `M[${k * m + a}]`;
  const last = (a: number) => difference(0, a);
  const extended = (a: number) => inPairs(orders.map(k => difference(k, a)));
  const end = (order + 1) * m;
  const [step, known, life, sizes] = [end, end + 1, end + 2, end + 3];
  return {
    length: sizes + m,
    step,
    functions: `function clear(from) {
for (let i = from; i < ${end}; i++) M[i] = 0;
}`,
    guess: `let isSteady = h === M[${step}];
const attempt = A[${m}];
let ${rows.map(a => `n${a}`).join(', ')};
if (attempt > 0) {
A[${m}] = 0;
${lines(a => `n${a} = A[${a}];`)}
} else if (isSteady) {
${lines(a => `n${a} = h * h * ${extended(a)};`)}
} else {
${lines(a => `n${a} = h * h * ${last(a)};`)}
}`,
    sizes: measure => `let life = M[${life}] - 1;
let ${rows.map(a => `s${a} = M[${sizes + a}]`).join(', ')};
if (!isSteady || life < 0) {
life = ${lifeOfSizes - 1};
${measure}
}`,
    // A guess hardly better than the last value comes from another motion: before noise, a collision, a new start.
    remember: `M[${life}] = life;
${lines(a => `M[${sizes + a}] = s${a};`)}
if (isSteady && isHard && M[${known}] > 1)
isSteady = ${distance(extended)} < 0.5 * (${distance(last)});
${lines(a => renewed(a, orders, difference))}
if (!isSteady || M[${known}] < ${order}) {
M[${step}] = h;
const known = isSteady ? M[${known}] + 1 : 0;
M[${known}] = known;
clear((known + 1) * ${m});
}`,
  };
}

/** ∇⁰ = x,  ∇ᵏ⁺¹ = ∇ᵏ − the ∇ᵏ before */
function renewed(a: number, orders: readonly number[], place: (k: number, a: number) => string): string {
  const name = (k: number) => (k === 0 ? `x${a}` : `x${a}_${k}`);
  const made = orders.slice(1).map(k => `${name(k)} = ${name(k - 1)} - ${place(k - 1, a)}`);
  return `const ${made.join(', ')};\n${orders.map(k => `${place(k, a)} = ${name(k)};`).join(' ')}`;
}

function inPairs(terms: readonly string[]): string {
  if (terms.length === 1) return terms[0];
  const middle = Math.ceil(terms.length / 2);
  return `(${inPairs(terms.slice(0, middle))} + ${inPairs(terms.slice(middle))})`;
}
