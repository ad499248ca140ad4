// Lyapunov exponents of a double pendulum: tangent vectors are carried by the derivative of the step (`push`).

import { load, rattle, simulate } from 'cotangent';

const pendulum = load(`
coordinates: [x1, y1, x2, y2]
mass: 1
potential: y1 + y2
constraints:
  upper: x1^2 + y1^2 = 1
  lower: (x2 - x1)^2 + (y2 - y1)^2 = 1
initial: { x1: 1, x2: 2 }
`);

const [h, steps, size] = [0.02, 4000, 8];
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** Gram–Schmidt in place; returns the lengths before scaling. */
function orthonormalise(vectors: readonly Float64Array[]): number[] {
  return vectors.map((v, k) => {
    for (const u of vectors.slice(0, k)) {
      const part = dot(u, v);
      v.forEach((_, i) => {
        v[i] -= part * u[i];
      });
    }
    const length = Math.sqrt(dot(v, v));
    v.forEach((_, i) => {
      v[i] /= length;
    });
    return length;
  });
}

// Four of the eight directions are tangent to g = {g,H} = 0: the first step maps every vector into that space.
const flow = rattle(pendulum);
let [z, next] = [Float64Array.from(pendulum.initial), new Float64Array(size)];
flow.step(z, h, next);
const vectors = [0, 1, 4, 5].map(k => {
  const [unit, image] = [new Float64Array(size), new Float64Array(size)];
  unit[k] = 1;
  unit[(k + 3) % size] = 0.5;
  flow.push?.(unit, image);
  return image;
});
[z, next] = [next, z];
orthonormalise(vectors);

const sums = [0, 0, 0, 0];
for (let k = 0; k < steps; k++) {
  flow.step(z, h, next);
  vectors.forEach(v => {
    flow.push?.(v.slice(), v);
  });
  orthonormalise(vectors).forEach((length, i) => {
    sums[i] += Math.log(length);
  });
  [z, next] = [next, z];
}

const exponents = sums.map(sum => sum / (h * steps));
console.log('exponents:', exponents.map(value => value.toFixed(3)).join(', '));
console.log(
  'their sum:',
  exponents.reduce((a, b) => a + b, 0),
); // 0: phase volume is conserved
console.log('energy error:', simulate(pendulum, { step: h, until: h * steps }).extremes.energyMaxError);
