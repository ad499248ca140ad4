/* A mechanical system that main.c can run and time. States are z = (q, p), q first, as in the library. */
#ifndef SYSTEM_H
#define SYSTEM_H

struct system {
  int n;        /* coordinates */
  int m;        /* constraints */
  long scratch; /* doubles of working memory that run needs */
  void (*start)(const struct system *s, double *z);
  /* RATTLE steps of length h; lambda is the warm start and is kept. Returns the Newton iterations, or -1. */
  long (*run)(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch);
  double (*energy)(const struct system *s, const double *z);
  /* g(q), and its rate of change G M^-1 p. */
  void (*constraints)(const struct system *s, const double *z, double *g, double *hidden);
};

struct system pendulum(void);
struct system double_pendulum(void);
struct system six_node(void);
struct system chain(int links);

#endif
