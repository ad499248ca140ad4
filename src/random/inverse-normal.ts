// x with Φ(x) = u, the inverse of the normal distribution, by rational functions, good to about 1e-16:
//   x = q R(0.180625 − q²), q = u − ½, in the middle 85 %;   x = ±R(r), r = √(−log min(u, 1 − u)), in the tails.
// Only + − × ÷ √, each of which rounds the same on every machine, so that the same u gives the same x everywhere. This is
// why it is not Box and Muller's method, and why the logarithm is our own.
// Coefficients as printed there, rounded to doubles. Condition: 0 < u < 1. Wichura, Algorithm AS 241, Appl. Statist. 37 (1988) 477.

const middle = {
  top: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  bottom: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
} as const;

const tail = {
  top: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  bottom: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
} as const;

const farTail = {
  top: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  bottom: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
} as const;

export function inverseNormal(u: number): number {
  const q = u - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(middle, 0.180625 - q * q);
  const r = Math.sqrt(-logarithm(q < 0 ? u : 1 - u));
  const x = r <= 5 ? ratio(tail, r - 1.6) : ratio(farTail, r - 5);
  return q < 0 ? -x : x;
}

interface Rational {
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

function ratio({ top, bottom }: Rational, x: number): number {
  return polynomial(top, x) / polynomial(bottom, x);
}

/** Written out: this is the inner loop of all noise. */
function polynomial(c: readonly number[], x: number): number {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

/** 2/(2k + 1), the series of log((1 + s)/(1 − s)) = 2s + 2s³/3 + 2s⁵/5 + …; |s| < 0.172 leaves less than 1e-17. */
const series = Array.from({ length: 11 }, (_, k) => 2 / (2 * k + 1));

/** log u for 2⁻⁵³ ≤ u < 1: u = 2⁻ᵏ m with m near 1, doubling being exact. */
function logarithm(u: number): number {
  let [m, halvings] = [u, 0];
  for (; m < Math.SQRT1_2; m *= 2) halvings++;
  const s = (m - 1) / (m + 1);
  const s2 = s * s;
  let sum = 0;
  for (let k = series.length - 1; k >= 0; k--) sum = sum * s2 + series[k];
  return s * sum - halvings * Math.LN2;
}
