/* cases/six-node-chain.yaml by hand: six unit masses, five rods, springs between next neighbours. */
#include "system.h"

#include <math.h>
#include <string.h>

enum { NODES = 6, RODS = 5, N = 2 * NODES };

static const double kappa = 1;

/* What a step needs at q: the rods and the force. */
struct local_data {
  double d[2 * RODS], gradient[N];
};

static void gradient(const double *q, double *out) {
  for (int i = 0; i < N; i++) out[i] = 0;
  for (int i = 0; i < N - 4; i++) {
    const double f = 5 * kappa * (q[i + 4] - q[i]);
    out[i] -= f;
    out[i + 4] += f;
  }
}

static void evaluate(const double *q, struct local_data *at) {
  for (int i = 0; i < 2 * RODS; i++) at->d[i] = q[i + 2] - q[i];
  gradient(q, at->gradient);
}

/* out = from - a G^t lambda */
static void push(const double *from, double a, const double *d, const double *lambda, double *out) {
  for (int i = 0; i < N; i++) out[i] = from[i];
  for (int i = 0; i < 2 * RODS; i++) {
    const double f = a * lambda[i / 2] * d[i];
    out[i] += f;
    out[i + 2] -= f;
  }
}

/* r = g(q); returns its relative size, given that the rods are differences of numbers up to reach. */
static double residual(const double *q, double reach, double *r) {
  double size = 0;
  for (int i = 0; i < RODS; i++) {
    const double dx = q[2 * i + 2] - q[2 * i], dy = q[2 * i + 3] - q[2 * i + 1];
    r[i] = 0.5 * (dx * dx + dy * dy) - 0.5;
    size = larger(fabs(r[i]), size);
  }
  return size / (2 * reach);
}

/* lambda += (G(q) M^-1 G^t)^-1 r / h, where d are the rods of the G on the right. */
static void newton(double h, const double *q, const double *d, double *r, double *lambda) {
  double c[RODS], before = 0, upper = 0, after = 0;
  for (int i = 0; i < RODS; i++) {
    const double dx = q[2 * i + 2] - q[2 * i], dy = q[2 * i + 3] - q[2 * i + 1];
    const double left = i == 0 ? 0 : -(dx * d[2 * i - 2] + dy * d[2 * i - 1]);
    const double right = i == RODS - 1 ? 0 : -(dx * d[2 * i + 2] + dy * d[2 * i + 3]);
    const double inverse = 1 / (2 * (dx * d[2 * i] + dy * d[2 * i + 1]) - left * upper);
    c[i] = upper = right * inverse;
    r[i] = before = (r[i] - left * before) * inverse;
  }
  for (int i = RODS - 1; i >= 0; i--) {
    after = r[i] - c[i] * after;
    lambda[i] += after / h;
  }
}

static long move(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch) {
  (void)s;
  struct local_data *at = (struct local_data *)scratch;
  double *q = z, *p = z + N, free[N], r[RODS], reach = 0, before = INFINITY;
  /* (24, 25) without the constraint forces. */
  for (int i = 0; i < N; i++) {
    p[i] -= kick * at->gradient[i];
    free[i] = q[i] + h * p[i];
    reach = larger(fabs(q[i]), reach);
  }
  /* Newton for (26). */
  long k = 0;
  for (;; k++) {
    push(free, h, at->d, lambda, q);
    const double size = residual(q, reach, r);
    if (converged(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    newton(h, q, at->d, r, lambda);
  }
  /* (25) with the constraint forces. */
  push(p, 1, at->d, lambda, p);
  evaluate(q, at);
  return k;
}

/* (27), and (28) with the factor of G M^-1 G^t. */
static void finish(const struct system *s, double kick, double *z, double *scratch) {
  (void)s;
  const struct local_data *at = (struct local_data *)scratch;
  const double *d = at->d;
  double *p = z + N, diagonal[RODS], lower[RODS], inverse[RODS], l[RODS], r[RODS];
  for (int i = 0; i < RODS; i++) diagonal[i] = 2 * (d[2 * i] * d[2 * i] + d[2 * i + 1] * d[2 * i + 1]);
  for (int i = 1; i < RODS; i++) lower[i] = -(d[2 * i] * d[2 * i - 2] + d[2 * i + 1] * d[2 * i - 1]);
  tridiagonal_factor(RODS, diagonal, lower, inverse, l);
  for (int i = 0; i < N; i++) p[i] -= kick * at->gradient[i];
  for (int i = 0; i < RODS; i++)
    r[i] = d[2 * i] * (p[2 * i + 2] - p[2 * i]) + d[2 * i + 1] * (p[2 * i + 3] - p[2 * i + 1]);
  tridiagonal_solve(RODS, inverse, l, r);
  push(p, 1, d, r, p);
}

static void begin(const struct system *s, const double *z, double *scratch) {
  (void)s;
  evaluate(z, (struct local_data *)scratch);
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  return run_steps(move, finish, s, h, steps, z, lambda, scratch);
}

struct system six_node(void) {
  const long scratch = sizeof(struct local_data) / sizeof(double);
  return (struct system){N, RODS, scratch, begin, run, move, finish};
}
