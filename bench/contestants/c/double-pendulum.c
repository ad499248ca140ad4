/* cases/double-pendulum.yaml by hand: two constraints, so Newton's equation is solved by Cramer's rule. */
#include "system.h"

#include <math.h>
#include <stddef.h>

static const double m1 = 1, m2 = 1, gravity = 1, length1 = 1, length2 = 1.4142135623730951;

/* (24, 25) without the constraint forces, Newton for (26), then (25) with them; a and b are the gradients of the two
   constraints. */
static inline long move(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch) {
  (void)s, (void)scratch;
  const double L1 = length1 * length1, L2 = length2 * length2;
  /* The lower rod is the difference of two points that are up to length1 + length2 away. */
  const double inverse_scale1 = 1 / (2 * L1), inverse_scale2 = 1 / (2 * length2 * (2 * length1 + length2));
  const double w1 = h / m1, w2 = h / m2;
  const double px1 = z[4], py1 = z[5] - kick * m1 * gravity, px2 = z[6], py2 = z[7] - kick * m2 * gravity;
  const double ax = 2 * z[0], ay = 2 * z[1], bx = 2 * (z[2] - z[0]), by = 2 * (z[3] - z[1]);
  const double fx1 = z[0] + w1 * px1, fy1 = z[1] + w1 * py1, fx2 = z[2] + w2 * px2, fy2 = z[3] + w2 * py2;
  double l1 = lambda[0], l2 = lambda[1], x1, y1, x2, y2, before = INFINITY;
  long k = 0;
  for (;; k++) {
    x1 = fx1 - w1 * (l1 * ax - l2 * bx);
    y1 = fy1 - w1 * (l1 * ay - l2 * by);
    x2 = fx2 - w2 * l2 * bx;
    y2 = fy2 - w2 * l2 * by;
    const double dx = x2 - x1, dy = y2 - y1;
    const double r1 = x1 * x1 + y1 * y1 - L1, r2 = dx * dx + dy * dy - L2;
    const double size = larger(fabs(r1) * inverse_scale1, fabs(r2) * inverse_scale2);
    if (converged(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    const double j11 = 2 * w1 * (x1 * ax + y1 * ay), j12 = -2 * w1 * (x1 * bx + y1 * by);
    const double j21 = -2 * w1 * (dx * ax + dy * ay), j22 = 2 * (w1 + w2) * (dx * bx + dy * by);
    const double inverse = 1 / (j11 * j22 - j12 * j21);
    l1 += (j22 * r1 - j12 * r2) * inverse;
    l2 += (j11 * r2 - j21 * r1) * inverse;
  }
  z[0] = x1, z[1] = y1, z[2] = x2, z[3] = y2;
  z[4] = px1 - (l1 * ax - l2 * bx), z[5] = py1 - (l1 * ay - l2 * by), z[6] = px2 - l2 * bx, z[7] = py2 - l2 * by;
  lambda[0] = l1, lambda[1] = l2;
  return k;
}

/* (27), and (28): the symmetric equation for the part of p that leaves the constraints. */
static inline void finish(const struct system *s, double kick, double *z, double *scratch) {
  (void)s, (void)scratch;
  const double x1 = z[0], y1 = z[1], dx = z[2] - x1, dy = z[3] - y1;
  const double px1 = z[4], py1 = z[5] - kick * m1 * gravity, px2 = z[6], py2 = z[7] - kick * m2 * gravity;
  const double n11 = (x1 * x1 + y1 * y1) / m1, n12 = -(x1 * dx + y1 * dy) / m1;
  const double n22 = (dx * dx + dy * dy) * (1 / m1 + 1 / m2);
  const double h1 = (x1 * px1 + y1 * py1) / m1;
  const double h2 = dx * (px2 / m2 - px1 / m1) + dy * (py2 / m2 - py1 / m1);
  const double inverse = 1 / (n11 * n22 - n12 * n12);
  const double mu1 = (n22 * h1 - n12 * h2) * inverse, mu2 = (n11 * h2 - n12 * h1) * inverse;
  z[4] = px1 - (mu1 * x1 - mu2 * dx);
  z[5] = py1 - (mu1 * y1 - mu2 * dy);
  z[6] = px2 - mu2 * dx;
  z[7] = py2 - mu2 * dy;
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  /* Copies, so that the state stays in registers. */
  double w[8], l[2] = {lambda[0], lambda[1]};
  for (int i = 0; i < 8; i++) w[i] = z[i];
  const long iterations = run_steps(move, finish, s, h, steps, w, l, scratch);
  for (int i = 0; i < 8; i++) z[i] = w[i];
  lambda[0] = l[0], lambda[1] = l[1];
  return iterations;
}

struct system double_pendulum(void) {
  return (struct system){4, 2, 0, NULL, run, move, finish};
}
