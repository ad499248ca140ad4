/* cases/rigid-top.yaml by hand: three unit masses, joined to the origin and to each other by six rods. */
#include "system.h"

#include <math.h>
#include <string.h>

enum { POINTS = 3, RODS = 6, N = 3 * POINTS };

static const double gravity = 9.81, radius = 0.5, height = 1;

/* Of the six rods; the first three begin at the origin. */
static const int from[RODS] = {-1, -1, -1, 0, 1, 2}, to[RODS] = {0, 1, 2, 1, 2, 0};

static inline double squared_length(int i) {
  return i < 3 ? radius * radius + height * height : 3 * radius * radius;
}

static inline void rods(const double *q, double *d) {
  for (int i = 0; i < RODS; i++)
    for (int k = 0; k < 3; k++) d[3 * i + k] = q[3 * to[i] + k] - (from[i] < 0 ? 0 : q[3 * from[i] + k]);
}

/* What the rows i and j of G share: each ends at `to` with + and begins at `from` with -. */
static const double overlap[RODS][RODS] = {{1, 0, 0, -1, 0, 1},  {0, 1, 0, 1, -1, 0},  {0, 0, 1, 0, 1, -1},
                                           {-1, 1, 0, 2, -1, -1}, {0, -1, 1, -1, 2, -1}, {1, 0, -1, -1, -1, 2}};

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A = G(left) M^-1 G(right)^t / 4, factored as L U with 1 / u on the diagonal. No pivots: A is nearly positive definite. */
static inline void factor(const double *left, const double *right, double *A) {
  for (int i = 0; i < RODS; i++)
    for (int j = 0; j < RODS; j++) A[RODS * i + j] = overlap[i][j] * dot(left + 3 * i, right + 3 * j);
  for (int k = 0; k < RODS; k++) {
    A[RODS * k + k] = 1 / A[RODS * k + k];
    for (int i = k + 1; i < RODS; i++) {
      A[RODS * i + k] *= A[RODS * k + k];
      for (int j = k + 1; j < RODS; j++) A[RODS * i + j] -= A[RODS * i + k] * A[RODS * k + j];
    }
  }
}

static inline void solve(const double *A, double *r) {
  for (int i = 1; i < RODS; i++)
    for (int j = 0; j < i; j++) r[i] -= A[RODS * i + j] * r[j];
  for (int i = RODS - 1; i >= 0; i--) {
    for (int j = i + 1; j < RODS; j++) r[i] -= A[RODS * i + j] * r[j];
    r[i] *= A[RODS * i + i];
  }
}

/* out = out - a G^t lambda / 2 */
static inline void push(double a, const double *d, const double *lambda, double *out) {
  for (int i = 0; i < RODS; i++)
    for (int k = 0; k < 3; k++) {
      const double f = a * lambda[i] * d[3 * i + k];
      out[3 * to[i] + k] -= f;
      if (from[i] >= 0) out[3 * from[i] + k] += f;
    }
}

/* scratch holds the rods at q: half the rows of G. */
static long move(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch) {
  (void)s;
  double *q = z, *p = z + N, free[N], d[3 * RODS], A[RODS * RODS], r[RODS], before = INFINITY;
  /* (24, 25) without the constraint forces. */
  for (int i = 0; i < POINTS; i++) p[3 * i + 2] -= kick * gravity;
  for (int i = 0; i < N; i++) free[i] = q[i] + h * p[i];
  /* Newton for (26). */
  long k = 0;
  for (;; k++) {
    double size = 0;
    memcpy(q, free, sizeof free);
    push(h, scratch, lambda, q);
    rods(q, d);
    for (int i = 0; i < RODS; i++) {
      r[i] = dot(d + 3 * i, d + 3 * i) - squared_length(i);
      size = larger(size, fabs(r[i]) / (2 * squared_length(i)));
    }
    if (converged(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    factor(d, scratch, A);
    solve(A, r);
    for (int i = 0; i < RODS; i++) lambda[i] += r[i] / (2 * h);
  }
  /* (25) with the constraint forces. */
  push(1, scratch, lambda, p);
  memcpy(scratch, d, sizeof d);
  return k;
}

/* (27), (28) */
static void finish(const struct system *s, double kick, double *z, double *scratch) {
  (void)s;
  double *p = z + N, A[RODS * RODS], r[RODS];
  for (int i = 0; i < POINTS; i++) p[3 * i + 2] -= kick * gravity;
  factor(scratch, scratch, A);
  for (int i = 0; i < RODS; i++) {
    const double *a = scratch + 3 * i;
    r[i] = dot(a, p + 3 * to[i]) - (from[i] < 0 ? 0 : dot(a, p + 3 * from[i]));
  }
  solve(A, r);
  push(1, scratch, r, p);
}

static void begin(const struct system *s, const double *z, double *scratch) {
  (void)s;
  rods(z, scratch);
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  return run_steps(move, finish, s, h, steps, z, lambda, scratch);
}

struct system top(void) {
  return (struct system){N, RODS, 3 * RODS, begin, run, move, finish};
}
