/* cases/planar-pendulum.yaml by hand: one constraint, so Newton's equation is a division. */
#include "system.h"

#include <math.h>
#include <stddef.h>

static const double mass = 1, gravity = 9.81, length = 1;

/* (24, 25) without the constraint force, Newton for (26), then (25) with it. */
static inline long move(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch) {
  (void)s, (void)scratch;
  const double inverse_scale = 1 / (2 * length * length);
  const double x = z[0], y = z[1], px = z[2], py = z[3] - kick * mass * gravity;
  const double fx = x + h / mass * px, fy = y + h / mass * py;
  const double ax = 2 * h / mass * x, ay = 2 * h / mass * y;
  double l = lambda[0], x1, y1, before = INFINITY;
  long k = 0;
  for (;; k++) {
    x1 = fx - l * ax;
    y1 = fy - l * ay;
    const double r = x1 * x1 + y1 * y1 - length * length;
    const double size = fabs(r) * inverse_scale;
    if (converged(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    l += r / (2 * (x1 * ax + y1 * ay));
  }
  z[0] = x1, z[1] = y1, z[2] = px - 2 * l * x, z[3] = py - 2 * l * y;
  lambda[0] = l;
  return k;
}

/* (27, 28) */
static inline void finish(const struct system *s, double kick, double *z, double *scratch) {
  (void)s, (void)scratch;
  z[3] -= kick * mass * gravity;
  const double mu = (z[0] * z[2] + z[1] * z[3]) / (z[0] * z[0] + z[1] * z[1]);
  z[2] -= mu * z[0];
  z[3] -= mu * z[1];
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  /* Copies, so that the state stays in registers. */
  double w[4] = {z[0], z[1], z[2], z[3]}, l = lambda[0];
  const long iterations = run_steps(move, finish, s, h, steps, w, &l, scratch);
  for (int i = 0; i < 4; i++) z[i] = w[i];
  lambda[0] = l;
  return iterations;
}

struct system pendulum(void) {
  return (struct system){2, 1, 0, NULL, run, move, finish};
}
