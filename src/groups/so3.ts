// Rotations. A matrix is an array of rows of three numbers; every row is a vector as seen from the body. A rotation of
// the body by F takes each row r to r F, and x̂ is the matrix of x ×, so that r x̂ = r × x.
//   exp(θ ê_k)    turns about one body axis: two columns mix
//   cay(x) = (1 − x̂/2)⁻¹(1 + x̂/2) = 1 + (x̂ + ½x̂²)/(1 + |x|²/4),   turns by 2 atan(|x|/2) about x
//   d cay(x) = cay(x) η̂,   η = (dx − ½ x × dx)/(1 + |x|²/4)
// Orthogonal for every x, in exact arithmetic. Reference: Iserles, Found. Comput. Math. 1 (2001) 129; Hairer, Lubich,
// Wanner, Geometric Numerical Integration (2006), §IV.8.3.

/** A ← A exp(θ ê_axis). */
export function turnAbout(axis: number, angle: number, A: Float64Array): void {
  const a = (axis + 1) % 3;
  const b = (axis + 2) % 3;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  for (let row = 0; row < A.length; row += 3) {
    const u = A[row + a];
    const v = A[row + b];
    A[row + a] = c * u + s * v;
    A[row + b] = c * v - s * u;
  }
}

/** A ← A cay(x). */
export function turnByCayley(x: Float64Array, A: Float64Array): void {
  const weight = 1 / (1 + (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / 4);
  for (let row = 0; row < A.length; row += 3) {
    // (u, v, w) = r × x, and r cay(x) = r + ((u, v, w) + ½ (u, v, w) × x) / (1 + |x|²/4).
    const u = A[row + 1] * x[2] - A[row + 2] * x[1];
    const v = A[row + 2] * x[0] - A[row] * x[2];
    const w = A[row] * x[1] - A[row + 1] * x[0];
    A[row] += weight * (u + (v * x[2] - w * x[1]) / 2);
    A[row + 1] += weight * (v + (w * x[0] - u * x[2]) / 2);
    A[row + 2] += weight * (w + (u * x[1] - v * x[0]) / 2);
  }
}

/** out = η in d cay(x) = cay(x) η̂. */
export function cayleyDifferential(x: Float64Array, dx: Float64Array, out: Float64Array): void {
  const weight = 1 / (1 + (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / 4);
  out[0] = weight * (dx[0] - (x[1] * dx[2] - x[2] * dx[1]) / 2);
  out[1] = weight * (dx[1] - (x[2] * dx[0] - x[0] * dx[2]) / 2);
  out[2] = weight * (dx[2] - (x[0] * dx[1] - x[1] * dx[0]) / 2);
}

/** out ← out + A x̂, row by row r × x. */
export function addTimesHat(A: Float64Array, x: Float64Array, out: Float64Array): void {
  for (let row = 0; row < out.length; row += 3) {
    out[row] += A[row + 1] * x[2] - A[row + 2] * x[1];
    out[row + 1] += A[row + 2] * x[0] - A[row] * x[2];
    out[row + 2] += A[row] * x[1] - A[row + 1] * x[0];
  }
}

/** out ← out + y, where ŷ = AᵀB − BᵀA; of A and B the first three rows count. */
export function addAxial(A: Float64Array, B: Float64Array, out: Float64Array): void {
  // For rows a of A and b of B: a bᵀ − b aᵀ is the matrix of (b × a) ×.
  for (let row = 0; row < 9; row += 3) {
    out[0] += B[row + 1] * A[row + 2] - B[row + 2] * A[row + 1];
    out[1] += B[row + 2] * A[row] - B[row] * A[row + 2];
    out[2] += B[row] * A[row + 1] - B[row + 1] * A[row];
  }
}
