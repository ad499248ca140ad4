/* The systems of ../task.ts as points of mass 1 joined by rods: where they start, H and g. A rod holds
   scale (|r_b - r_a|^2 - L^2) = 0; end -1 is the origin. Gravity pulls down the last coordinate; springs of rest length 0
   join the points i and i + 2. */
#ifndef POINTS_H
#define POINTS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rod {
  int a, b;
  double squared; /* length */
};

struct points {
  int count, dimension, coordinates, rods;
  double gravity, spring, scale;
  struct rod *rod;
  double *q, *v; /* the start */
};

static inline double *doubles(long count) { return (double *)calloc(count > 0 ? count : 1, sizeof(double)); }

static inline struct points make_points(int count, int dimension, int rods) {
  struct points p;
  memset(&p, 0, sizeof p);
  p.count = count, p.dimension = dimension, p.coordinates = count * dimension, p.rods = rods;
  p.scale = 1;
  p.rod = (struct rod *)calloc(rods, sizeof(struct rod));
  p.q = doubles(p.coordinates);
  p.v = doubles(p.coordinates);
  return p;
}

static inline void set_rod(struct rod *rod, int a, int b, double squared) {
  rod->a = a, rod->b = b, rod->squared = squared;
}

static inline struct points pendulum_points(void) {
  struct points p = make_points(1, 2, 1);
  set_rod(p.rod, -1, 0, 1);
  p.gravity = 9.81;
  p.q[0] = sin(1), p.q[1] = -cos(1);
  return p;
}

static inline struct points double_pendulum_points(void) {
  struct points p = make_points(2, 2, 2);
  set_rod(p.rod, -1, 0, 1);
  set_rod(p.rod + 1, 0, 1, 2);
  p.gravity = 1;
  p.q[0] = 0, p.q[1] = -1, p.q[2] = 1, p.q[3] = -2;
  return p;
}

static inline struct points chain_points(int links) {
  struct points p = make_points(links, 2, links);
  for (int i = 0; i < links; i++) {
    set_rod(p.rod + i, i - 1, i, 1);
    p.q[2 * i] = i + 1;
  }
  p.gravity = 1;
  return p;
}

static inline struct points six_node_points(void) {
  struct points p = make_points(6, 2, 5);
  for (int i = 0; i < 6; i++) p.q[2 * i] = i * sqrt(0.5), p.q[2 * i + 1] = i % 2 * sqrt(0.5);
  for (int i = 0; i < 5; i++) set_rod(p.rod + i, i, i + 1, 1);
  p.spring = 5;
  p.scale = 0.5;
  return p;
}

static const double top_radius = 0.5, top_height = 1, top_tilt = 0.5, top_spin = 20, top_gravity = 9.81;

/* Point i of the top in its own axes, the third of which is that of symmetry. */
static inline void top_point(int i, double *out) {
  const double angle = 2 * M_PI * i / 3;
  out[0] = top_radius * cos(angle), out[1] = top_radius * sin(angle), out[2] = top_height;
}

/* Turned about the first axis by the tilt. */
static inline void tilt(const double *r, double *out) {
  const double c = cos(top_tilt), s = sin(top_tilt);
  out[0] = r[0], out[1] = c * r[1] - s * r[2], out[2] = s * r[1] + c * r[2];
}

static inline struct points top_points(void) {
  struct points p = make_points(3, 3, 6);
  for (int i = 0; i < 3; i++) {
    double r[3];
    top_point(i, r);
    const double v[3] = {-top_spin * r[1], top_spin * r[0], 0};
    tilt(r, p.q + 3 * i);
    tilt(v, p.v + 3 * i);
    set_rod(p.rod + i, -1, i, top_radius * top_radius + top_height * top_height);
  }
  for (int i = 0; i < 3; i++) {
    const int a = i == 2 ? 0 : i, b = i == 2 ? 2 : i + 1;
    set_rod(p.rod + 3 + i, a, b, 3 * top_radius * top_radius);
  }
  p.gravity = top_gravity;
  return p;
}

static inline struct points points_named(const char *system, int links) {
  if (strcmp(system, "pendulum") == 0) return pendulum_points();
  if (strcmp(system, "double-pendulum") == 0) return double_pendulum_points();
  if (strcmp(system, "chain") == 0) return chain_points(links);
  if (strcmp(system, "six-node") == 0) return six_node_points();
  if (strcmp(system, "top") == 0) return top_points();
  fprintf(stderr, "there is no system %s\n", system);
  exit(2);
}

/* r_b - r_a of the points, or of their velocities. */
static inline double between(const struct points *p, const double *r, const struct rod *rod, int k) {
  return r[rod->b * p->dimension + k] - (rod->a < 0 ? 0 : r[rod->a * p->dimension + k]);
}

static inline double energy(const struct points *p, const double *q, const double *v) {
  const int d = p->dimension;
  double sum = 0;
  for (int i = 0; i < p->coordinates; i++) sum += 0.5 * v[i] * v[i];
  for (int i = 0; i < p->count; i++) sum += p->gravity * q[d * i + d - 1];
  if (p->spring > 0)
    for (int i = 0; i + 2 * d < p->coordinates; i++) sum += 0.5 * p->spring * (q[i + 2 * d] - q[i]) * (q[i + 2 * d] - q[i]);
  return sum;
}

static inline double largest_constraint(const struct points *p, const double *q) {
  double largest = 0;
  for (int i = 0; i < p->rods; i++) {
    double squared = 0;
    for (int k = 0; k < p->dimension; k++) squared += between(p, q, p->rod + i, k) * between(p, q, p->rod + i, k);
    largest = fmax(largest, fabs(p->scale * (squared - p->rod[i].squared)));
  }
  return largest;
}

/* Largest rate of change of a constraint, |{g, H}|. */
static inline double largest_hidden(const struct points *p, const double *q, const double *v) {
  double largest = 0;
  for (int i = 0; i < p->rods; i++) {
    double rate = 0;
    for (int k = 0; k < p->dimension; k++) rate += between(p, q, p->rod + i, k) * between(p, v, p->rod + i, k);
    largest = fmax(largest, fabs(2 * p->scale * rate));
  }
  return largest;
}

/* -dV/dq */
static inline void force(const struct points *p, const double *q, double *out) {
  const int d = p->dimension;
  for (int i = 0; i < p->coordinates; i++) out[i] = 0;
  for (int i = 0; i < p->count; i++) out[d * i + d - 1] = -p->gravity;
  if (p->spring > 0)
    for (int i = 0; i + 2 * d < p->coordinates; i++) {
      const double f = p->spring * (q[i + 2 * d] - q[i]);
      out[i] += f;
      out[i + 2 * d] -= f;
    }
}

#endif
