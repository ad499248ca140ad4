/* cases/chain.yaml by hand: unit masses, lengths and gravity. All matrices are tridiagonal. Newton's exact matrix,
   eliminated in each iteration, was 5 to 15 % faster here than one that is factored once and reused. */
#include "system.h"

#include <math.h>

/* Working memory, all made by the caller; d are the links, free the positions without constraint forces. */
struct work {
  double *d, *free, *inverse_scale, *diagonal, *lower, *inverse, *l, *r;
};

static struct work divide(int n, double *s) {
  return (struct work){s,         s + 2 * n, s + 4 * n, s + 5 * n,
                       s + 6 * n, s + 7 * n, s + 8 * n, s + 9 * n};
}

/* The links at q. */
static void links(int n, const double *q, double *d) {
  d[0] = q[0], d[1] = q[1];
  for (int i = 2; i < 2 * n; i++) d[i] = q[i] - q[i - 2];
}

/* The factor of G M^-1 G^t. */
static void factor(int n, struct work w) {
  double ex = 0, ey = 0;
  for (int i = 0; i < n; i++) {
    const double dx = w.d[2 * i], dy = w.d[2 * i + 1];
    w.diagonal[i] = (i == 0 ? 4 : 8) * (dx * dx + dy * dy);
    w.lower[i] = -4 * (dx * ex + dy * ey);
    ex = dx, ey = dy;
  }
  tridiagonal_factor(n, w.diagonal, w.lower, w.inverse, w.l);
}

/* out = from - a G^t lambda */
static void push(int n, const double *from, double a, const double *d, const double *lambda, double *out) {
  for (int i = 0; i < n - 1; i++) {
    const double u = 2 * a * lambda[i], v = 2 * a * lambda[i + 1];
    out[2 * i] = from[2 * i] - u * d[2 * i] + v * d[2 * i + 2];
    out[2 * i + 1] = from[2 * i + 1] - u * d[2 * i + 1] + v * d[2 * i + 3];
  }
  const int e = n - 1;
  out[2 * e] = from[2 * e] - 2 * a * lambda[e] * d[2 * e];
  out[2 * e + 1] = from[2 * e + 1] - 2 * a * lambda[e] * d[2 * e + 1];
}

/* r = g(q); returns its relative size. */
static double residual(int n, const double *q, const double *inverse_scale, double *r) {
  double px = 0, py = 0, size = 0;
  for (int i = 0; i < n; i++) {
    const double dx = q[2 * i] - px, dy = q[2 * i + 1] - py;
    r[i] = dx * dx + dy * dy - 1;
    size = larger(fabs(r[i]) * inverse_scale[i], size);
    px = q[2 * i], py = q[2 * i + 1];
  }
  return size;
}

/* lambda += (G(q) M^-1 G^t)^-1 r / h, where d are the links of the G on the right. */
static void newton(int n, double h, const double *q, double *lambda, struct work w) {
  const double *d = w.d, per_h = 1 / h;
  double *c = w.lower, *r = w.r, px = 0, py = 0, before = 0, upper = 0;
  for (int i = 0; i < n; i++) {
    const double dx = q[2 * i] - px, dy = q[2 * i + 1] - py;
    const double a = (i == 0 ? 4 : 8) * (dx * d[2 * i] + dy * d[2 * i + 1]);
    const double left = i == 0 ? 0 : -4 * (dx * d[2 * i - 2] + dy * d[2 * i - 1]);
    const double right = i == n - 1 ? 0 : -4 * (dx * d[2 * i + 2] + dy * d[2 * i + 3]);
    const double inverse = 1 / (a - left * upper);
    c[i] = upper = right * inverse;
    r[i] = before = (r[i] - left * before) * inverse;
    px = q[2 * i], py = q[2 * i + 1];
  }
  double after = 0;
  for (int i = n - 1; i >= 0; i--) {
    after = r[i] - c[i] * after;
    lambda[i] += after * per_h;
  }
}

/* (28): p without the part that leaves the constraints. */
static void project(int n, double *p, struct work w) {
  w.r[0] = 2 * (w.d[0] * p[0] + w.d[1] * p[1]);
  for (int i = 1; i < n; i++)
    w.r[i] = 2 * (w.d[2 * i] * (p[2 * i] - p[2 * i - 2]) + w.d[2 * i + 1] * (p[2 * i + 1] - p[2 * i - 1]));
  tridiagonal_solve(n, w.inverse, w.l, w.r);
  push(n, p, 1, w.d, w.r, p);
}

static long move(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch) {
  const int n = s->m;
  const struct work w = divide(n, scratch);
  double *q = z, *p = z + 2 * n;
  /* (24, 25) without the constraint forces. */
  for (int i = 0; i < n; i++) {
    p[2 * i + 1] -= kick;
    w.free[2 * i] = q[2 * i] + h * p[2 * i];
    w.free[2 * i + 1] = q[2 * i + 1] + h * p[2 * i + 1];
  }
  /* Newton for (26). */
  double before = INFINITY;
  long k = 0;
  for (;; k++) {
    push(n, w.free, h, w.d, lambda, q);
    const double size = residual(n, q, w.inverse_scale, w.r);
    if (converged(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    newton(n, h, q, lambda, w);
  }
  /* (25) with the constraint forces. */
  push(n, p, 1, w.d, lambda, p);
  links(n, q, w.d);
  return k;
}

/* (27), (28) */
static void finish(const struct system *s, double kick, double *z, double *scratch) {
  const int n = s->m;
  const struct work w = divide(n, scratch);
  double *p = z + 2 * n;
  for (int i = 0; i < n; i++) p[2 * i + 1] -= kick;
  factor(n, w);
  project(n, p, w);
}

static void begin(const struct system *s, const double *z, double *scratch) {
  const struct work w = divide(s->m, scratch);
  /* Link i is the difference of points that are up to i + 1 links away. */
  for (int i = 0; i < s->m; i++) w.inverse_scale[i] = 1.0 / (2 * (2 * i + 1));
  links(s->m, z, w.d);
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  return run_steps(move, finish, s, h, steps, z, lambda, scratch);
}

struct system chain(int links) {
  return (struct system){2 * links, links, 10L * links, begin, run, move, finish};
}
