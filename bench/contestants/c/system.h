/* RATTLE for one mechanical system of points.h, written by hand. States are z = (q, p), q first, as in the library; masses
   are 1. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include <float.h>

struct system {
  int n;        /* coordinates */
  int m;        /* constraints */
  long scratch; /* doubles of working memory that the steps need */
  /* Fills scratch at z: before the first step, and after any other change of z. NULL: nothing to do. */
  void (*begin)(const struct system *s, const double *z, double *scratch);
  /* RATTLE steps of length h; lambda is the warm start and is updated. Returns the Newton iterations, or -1. */
  long (*run)(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch);
  /* The two halves of a step of length h, move(h/2, h) and finish(h/2), for compositions, which finish only at the end:
     the force for a time kick, and a motion for a time h that ends on g = 0; returns the Newton iterations, or -1. */
  long (*move)(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch);
  /* The force for a time kick, and p without the part that leaves the constraints. */
  void (*finish)(const struct system *s, double kick, double *z, double *scratch);
};

typedef long move_function(const struct system *, double, double, double *, double *, double *);
typedef void finish_function(const struct system *, double, double *, double *);

/* `run` from the two halves of a step, which are inlined. */
static inline __attribute__((always_inline)) long run_steps(move_function *move, finish_function *finish,
                                                            const struct system *s, double h, long steps, double *z,
                                                            double *lambda, double *scratch) {
  long iterations = 0;
  for (long k = 0; k < steps; k++) {
    const long used = move(s, 0.5 * h, h, z, lambda, scratch);
    if (used < 0) return -1;
    finish(s, 0.5 * h, z, scratch);
    iterations += used;
  }
  return iterations;
}

/* The convergence rule of src/solvers/convergence.ts. */

enum { MAX_ITERATIONS = 60 };

/* size is the largest |g_i| relative to the terms it is the difference of; before is the size one iteration ago. */
static inline int converged(double size, double before) {
  return size <= 8 * DBL_EPSILON || (size <= 1e-13 && size >= 0.5 * before);
}

static inline double larger(double a, double b) { return a > b ? a : b; }

/* L D L^t of a symmetric tridiagonal matrix with diagonal a[0..m-1] and lower neighbours b[1..m-1]. */

static inline void tridiagonal_factor(int m, const double *a, const double *b, double *inverse, double *l) {
  inverse[0] = 1 / a[0];
  for (int i = 1; i < m; i++) {
    l[i] = b[i] * inverse[i - 1];
    inverse[i] = 1 / (a[i] - l[i] * b[i]);
  }
}

static inline void tridiagonal_solve(int m, const double *inverse, const double *l, double *r) {
  for (int i = 1; i < m; i++) r[i] -= l[i] * r[i - 1];
  r[m - 1] *= inverse[m - 1];
  for (int i = m - 2; i >= 0; i--) r[i] = r[i] * inverse[i] - l[i + 1] * r[i + 1];
}

struct system pendulum(void);
struct system double_pendulum(void);
struct system six_node(void);
struct system chain(int links);
struct system top(void);

#endif
