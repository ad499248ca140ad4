/* The convergence rule of src/solvers/convergence.ts. */
#ifndef NEWTON_H
#define NEWTON_H

#include <float.h>

enum { MAX_ITERATIONS = 60 };

/* size is the largest |g_i| relative to the terms it is the difference of; before is the size one iteration ago. */
static inline int converged(double size, double before) {
  return size <= 8 * DBL_EPSILON || (size <= 1e-13 && size >= 0.5 * before);
}

static inline double larger(double a, double b) { return a > b ? a : b; }

#endif
