/* Hand-derived equations y' = f(y) of the systems of points.h, for solvers that know nothing of mechanics: angles from the
   vertical for all that hangs, Euler's equations and a quaternion for the top, and positions and velocities for the
   six-node chain, where the multipliers are eliminated. */
#ifndef EQUATIONS_H
#define EQUATIONS_H

#include "points.h"

struct equations {
  const struct points *points;
  int size; /* of y */
  double *work;
  void (*start)(const struct equations *e, double *y);
  void (*rate)(const struct equations *e, const double *y, double *out);
  void (*cartesian)(const struct equations *e, const double *y, double *q, double *v);
};

/* ---- all that hangs: y is the angles of the links from the downward vertical, then their rates ---- */

static inline void angles_start(const struct equations *e, double *y) {
  const struct points *p = e->points;
  for (int i = 0; i < p->count; i++) {
    y[i] = atan2(between(p, p->q, p->rod + i, 0), -between(p, p->q, p->rod + i, 1));
    y[p->count + i] = 0;
  }
}

static inline void angles_cartesian(const struct equations *e, const double *y, double *q, double *v) {
  const struct points *p = e->points;
  double x[2] = {0, 0}, u[2] = {0, 0};
  for (int i = 0; i < p->count; i++) {
    const double length = sqrt(p->rod[i].squared), a = length * cos(y[i]), b = length * sin(y[i]), rate = y[p->count + i];
    q[2 * i] = x[0] += b;
    q[2 * i + 1] = x[1] -= a;
    v[2 * i] = u[0] += a * rate;
    v[2 * i + 1] = u[1] += b * rate;
  }
}

static inline void pendulum_rate(const struct equations *e, const double *y, double *out) {
  (void)e;
  out[0] = y[1];
  out[1] = -9.81 * sin(y[0]);
}

/* 2 a'' + l cos(a - b) b'' = -l sin(a - b) b'^2 - 2 sin a,  cos(a - b) a'' + l b'' = sin(a - b) a'^2 - sin b, l^2 = 2. */
static inline void double_pendulum_rate(const struct equations *e, const double *y, double *out) {
  (void)e;
  const double l = 1.4142135623730951, sa = sin(y[0]), sb = sin(y[1]), ca = cos(y[0]), cb = cos(y[1]);
  const double c = ca * cb + sa * sb, s = sa * cb - ca * sb;
  const double upper = -l * s * y[3] * y[3] - 2 * sa, lower = s * y[2] * y[2] - sb, inverse = 1 / (2 - c * c);
  out[0] = y[2];
  out[1] = y[3];
  out[2] = (upper - c * lower) * inverse;
  out[3] = (2 * lower - c * upper) * inverse / l;
}

/* The tensions T of the links u_i = (sin a_i, -cos a_i) make u_i'' = T_{i-1} u_{i-1} - 2 T_i u_i + T_{i+1} u_{i+1}. Along u_i
   that is -a_i'^2, a tridiagonal equation for T; across it is a_i''. The topmost link feels gravity and one T less. A rate
   costs O(n); the usual full matrix of these angles costs O(n^3). */
static inline void chain_rate(const struct equations *e, const double *y, double *out) {
  const int n = e->points->count;
  double *c = e->work, *s = c + n + 1, *inverse = s + n + 1, *T = inverse + n + 1;
  const double *rate = y + n;
  double before_cos = cos(y[0]), before_sin = sin(y[0]);
  const double down = before_cos, across = -before_sin;
  /* c and s are cosine and sine of the angle between a link and the one above. */
  c[0] = s[0] = c[n] = s[n] = 0;
  for (int i = 1; i < n; i++) {
    const double now_cos = cos(y[i]), now_sin = sin(y[i]);
    c[i] = now_cos * before_cos + now_sin * before_sin;
    s[i] = now_sin * before_cos - now_cos * before_sin;
    before_cos = now_cos, before_sin = now_sin;
  }
  inverse[0] = 1;
  T[0] = rate[0] * rate[0] + down;
  for (int i = 1; i < n; i++) {
    const double l = c[i] * inverse[i - 1];
    inverse[i] = 1 / (2 - l * c[i]);
    T[i] = rate[i] * rate[i] + l * T[i - 1];
  }
  double below = 0;
  for (int i = n - 1; i >= 0; i--) T[i] = below = (T[i] + c[i + 1] * below) * inverse[i];
  T[n] = 0;
  for (int i = 0; i < n; i++) out[i] = rate[i];
  out[n] = across + T[1] * s[1];
  for (int i = 1; i < n; i++) out[n + i] = T[i + 1] * s[i + 1] - T[i - 1] * s[i];
}

/* ---- six-node chain: y is positions, then velocities ---- */

enum { NODES = 6 };

static inline void six_node_start(const struct equations *e, double *y) {
  memcpy(y, e->points->q, 2 * NODES * sizeof(double));
  memcpy(y + 2 * NODES, e->points->v, 2 * NODES * sizeof(double));
}

static inline void six_node_cartesian(const struct equations *e, const double *y, double *q, double *v) {
  (void)e;
  memcpy(q, y, 2 * NODES * sizeof(double));
  memcpy(v, y + 2 * NODES, 2 * NODES * sizeof(double));
}

/* The tensions of the rods d_i make d_i . d_i'' = -|d_i'|^2: a tridiagonal equation. */
static inline void six_node_rate(const struct equations *e, const double *y, double *out) {
  enum { N = 2 * NODES, RODS = NODES - 1 };
  const double *v = y + N;
  double d[2 * RODS], f[N], inverse[RODS], l[RODS], T[RODS];
  force(e->points, y, f);
  for (int i = 0; i < 2 * RODS; i++) d[i] = y[i + 2] - y[i];
  for (int i = 0; i < RODS; i++) {
    const double *a = d + 2 * i, *g = f + 2 * i, ux = v[2 * i + 2] - v[2 * i], uy = v[2 * i + 3] - v[2 * i + 1];
    const double lower = i ? a[0] * a[-2] + a[1] * a[-1] : 0;
    l[i] = i ? lower * inverse[i - 1] : 0;
    inverse[i] = 1 / (2 * (a[0] * a[0] + a[1] * a[1]) - l[i] * lower);
    T[i] = ux * ux + uy * uy + a[0] * (g[2] - g[0]) + a[1] * (g[3] - g[1]) + (i ? l[i] * T[i - 1] : 0);
  }
  T[RODS - 1] *= inverse[RODS - 1];
  for (int i = RODS - 2; i >= 0; i--) T[i] = T[i] * inverse[i] + l[i + 1] * T[i + 1];
  for (int i = 0; i < 2 * RODS; i++) {
    f[i] += T[i / 2] * d[i];
    f[i + 2] -= T[i / 2] * d[i];
  }
  for (int i = 0; i < N; i++) out[i] = v[i];
  for (int i = 0; i < N; i++) out[N + i] = f[i];
}

/* ---- top: y is the quaternion from body to space (scalar first), then the angular velocity in the body ---- */

static inline void top_start(const struct equations *e, double *y) {
  (void)e;
  const double start[7] = {cos(0.5 * top_tilt), sin(0.5 * top_tilt), 0, 0, 0, 0, top_spin};
  memcpy(y, start, sizeof start);
}

/* I w' = (I w) x w + c x F: axes of symmetry, so the spin is constant. Gravity is M g h along -R^t e_3 at (0, 0, h). */
static inline void top_rate(const struct equations *e, const double *y, double *out) {
  (void)e;
  const double across = 3 * (0.5 * top_radius * top_radius + top_height * top_height), along = 3 * top_radius * top_radius;
  const double a = y[0], b = y[1], c = y[2], d = y[3], u = y[4], v = y[5], w = y[6];
  const double inverse = 1 / (a * a + b * b + c * c + d * d);
  const double torque = 3 * top_gravity * top_height * inverse, coupling = (across - along) * w;
  out[0] = 0.5 * (-b * u - c * v - d * w);
  out[1] = 0.5 * (a * u + c * w - d * v);
  out[2] = 0.5 * (a * v + d * u - b * w);
  out[3] = 0.5 * (a * w + b * v - c * u);
  out[4] = (coupling * v + 2 * torque * (c * d + a * b)) / across;
  out[5] = (-coupling * u - 2 * torque * (b * d - a * c)) / across;
  out[6] = 0;
}

/* r + 2 a (n x r) + 2 n x (n x r), divided by the squared length of the quaternion, which is 1 but for its error. */
static inline void turn(const double *y, const double *r, double *out) {
  const double a = y[0], *n = y + 1, inverse = 1 / (a * a + n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  double m[3];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    m[i] = n[j] * r[k] - n[k] * r[j];
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = r[i] + 2 * inverse * (a * m[i] + n[j] * m[k] - n[k] * m[j]);
  }
}

static inline void top_cartesian(const struct equations *e, const double *y, double *q, double *v) {
  (void)e;
  const double *w = y + 4;
  for (int i = 0; i < 3; i++) {
    double r[3];
    top_point(i, r);
    const double u[3] = {w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]};
    turn(y, r, q + 3 * i);
    turn(y, u, v + 3 * i);
  }
}

static inline struct equations equations_of(const struct points *p, const char *system) {
  struct equations e = {p, 2 * p->count, NULL, angles_start, chain_rate, angles_cartesian};
  if (strcmp(system, "pendulum") == 0) e.rate = pendulum_rate;
  if (strcmp(system, "double-pendulum") == 0) e.rate = double_pendulum_rate;
  if (strcmp(system, "chain") == 0) e.work = doubles(4L * (p->count + 1));
  if (strcmp(system, "six-node") == 0) {
    const struct equations six_node = {p, 4 * NODES, NULL, six_node_start, six_node_rate, six_node_cartesian};
    return six_node;
  }
  if (strcmp(system, "top") == 0) {
    const struct equations top = {p, 7, NULL, top_start, top_rate, top_cartesian};
    return top;
  }
  return e;
}

#endif
