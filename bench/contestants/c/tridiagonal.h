/* L D L^t of a symmetric tridiagonal matrix with diagonal a[0..m-1] and lower neighbours b[1..m-1]. */
#ifndef TRIDIAGONAL_H
#define TRIDIAGONAL_H

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

#endif
