/* A mechanical system that main.c can run and time. States are z = (q, p), q first, as in the library. */
#ifndef SYSTEM_H
#define SYSTEM_H

struct system {
  int n;        /* coordinates */
  int m;        /* constraints */
  long scratch; /* doubles of working memory that run needs */
  void (*start)(const struct system *s, double *z);
  /* Puts into scratch what the steps know at z: before the first, and after any other change of z. NULL: nothing. */
  void (*begin)(const struct system *s, const double *z, double *scratch);
  /* RATTLE steps of length h; lambda is the warm start and is kept. Returns the Newton iterations, or -1. */
  long (*run)(const struct system *s, double h, long steps, double *z, double *lambda, double *scratch);
  /* The two halves of a step of length h, move(h/2, h) and settle(h/2), for compositions, which settle only at the end:
     the force for a time kick and a motion for a time h that lands on g = 0 (returns the Newton iterations, or -1); */
  long (*move)(const struct system *s, double kick, double h, double *z, double *lambda, double *scratch);
  /* the force for a time kick, and p without the part that leaves the constraints. */
  void (*settle)(const struct system *s, double kick, double *z, double *scratch);
  double (*energy)(const struct system *s, const double *z);
  /* g(q), and its rate of change G M^-1 p. */
  void (*constraints)(const struct system *s, const double *z, double *g, double *hidden);
};

struct system pendulum(void);
struct system double_pendulum(void);
struct system six_node(void);
struct system chain(int links);
struct system top(void);

#endif
