/* cases/planar-pendulum.yaml by hand: one constraint, so Newton's equation is a division. */
#include "system.h"

#include <math.h>
#include <stddef.h>

#include "newton.h"

static const double mass = 1, gravity = 9.81, length = 1, angle = 1;

static void start(const struct system *s, double *z) {
  (void)s;
  z[0] = length * sin(angle);
  z[1] = -length * cos(angle);
  z[2] = z[3] = 0;
}

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
    if (arrived(size, before)) break;
    if (k == MAX_ITERATIONS) return -1;
    before = size;
    l += r / (2 * (x1 * ax + y1 * ay));
  }
  z[0] = x1, z[1] = y1, z[2] = px - 2 * l * x, z[3] = py - 2 * l * y;
  lambda[0] = l;
  return k;
}

/* (27, 28) */
static inline void settle(const struct system *s, double kick, double *z, double *scratch) {
  (void)s, (void)scratch;
  z[3] -= kick * mass * gravity;
  const double mu = (z[0] * z[2] + z[1] * z[3]) / (z[0] * z[0] + z[1] * z[1]);
  z[2] -= mu * z[0];
  z[3] -= mu * z[1];
}

static long run(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch) {
  /* Copies, so that the state stays in registers. */
  double w[4] = {z[0], z[1], z[2], z[3]}, l = lambda[0];
  long iterations = 0;
  for (long k = 0; k < steps; k++) {
    const long used = move(s, 0.5 * h, h, w, &l, scratch);
    if (used < 0) return -1;
    settle(s, 0.5 * h, w, scratch);
    iterations += used;
  }
  for (int i = 0; i < 4; i++) z[i] = w[i];
  lambda[0] = l;
  return iterations;
}

static double energy(const struct system *s, const double *z) {
  (void)s;
  return (z[2] * z[2] + z[3] * z[3]) / (2 * mass) + mass * gravity * z[1];
}

static void constraints(const struct system *s, const double *z, double *g, double *hidden) {
  (void)s;
  g[0] = z[0] * z[0] + z[1] * z[1] - length * length;
  hidden[0] = 2 * (z[0] * z[2] + z[1] * z[3]) / mass;
}

struct system pendulum(void) {
  return (struct system){2, 1, 0, start, NULL, run, move, settle, energy, constraints};
}
