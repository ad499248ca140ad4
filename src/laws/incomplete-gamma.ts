// Q(a, x) = Γ(a, x)/Γ(a), the upper incomplete gamma function, of which the χ² test is made:
//   x < a + 1:  1 − x^a e^(−x)/Γ(a + 1) · Σ x^k / ((a + 1) … (a + k));    otherwise Legendre's continued fraction.
// Conditions: a > 0, x ≥ 0. Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 6.5.29 and 6.5.31;
// log Γ from Stirling's series, 6.1.41, after 6.1.15 has moved a above 16.

const manyTerms = 100_000;
const precision = 2 ** -53;

export function upperGamma(a: number, x: number): number {
  if (!(a > 0 && x >= 0)) throw new RangeError(`Q(a, x) needs a > 0 and x ≥ 0, not a = ${a}, x = ${x}`);
  if (x === 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * series(a, x) : front * fraction(a, x);
}

/** Σ x^k / (a (a + 1) … (a + k)) */
function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; k < manyTerms && term > precision * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** 1/(x + 1 − a − 1(1 − a)/(x + 3 − a − 2(2 − a)/(x + 5 − a − …))), from the front by Lentz's method. */
function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let value = d;
  for (let k = 1; k < manyTerms; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    const factor = c * d;
    value *= factor;
    if (Math.abs(factor - 1) <= 2 * precision) break;
  }
  return value;
}

/** log Γ(a) for a > 0. */
export function logGamma(a: number): number {
  let [shifted, product] = [a, 1];
  for (; shifted < 16; shifted++) product *= shifted;
  const w = 1 / (shifted * shifted);
  const tail =
    (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * 1.9175269175269176e-3))))) /
    shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product)
  );
}
