/* rattle ORDER TASK
   RATTLE by hand (system.h), of order 2, or composed to order 8 with the weights of src/flows/composition-coefficients.ts:
   Kahan, Li, Math. Comp. 66 (1997) 1089, s17odr8a. The settings of the task are steps. */
#include "system.h"
#include "task.h"

enum { STAGES = 17 };

static const double kahan_li_8[STAGES] = {
    0.13020248308889007, 0.5611629817751084,  -0.38947496264484727, 0.1588419065551556,   -0.39590389413323757,
    0.1845396409783157,  0.25837438768632204, 0.2950117236093103,   -0.6055085338300346,  0.2950117236093103,
    0.25837438768632204, 0.1845396409783157,  -0.39590389413323757, 0.1588419065551556,   -0.38947496264484727,
    0.5611629817751084,  0.13020248308889007};

struct motion {
  const struct points *points;
  struct system system;
  int order;
  double h, *z, *lambda, *scratch;
  long done, iterations;
};

static const char *const diverged = "the iteration for the multipliers did not converge: the step is too long";

static struct system named(const char *name, int links) {
  if (strcmp(name, "pendulum") == 0) return pendulum();
  if (strcmp(name, "double-pendulum") == 0) return double_pendulum();
  if (strcmp(name, "six-node") == 0) return six_node();
  if (strcmp(name, "top") == 0) return top();
  return chain(links);
}

static const char *begin(struct solver *s, double setting, double until) {
  struct motion *m = s->self;
  m->h = until / fmax(1, round(until / setting));
  m->done = m->iterations = 0;
  /* The masses are 1, so momenta are velocities. */
  memcpy(m->z, m->points->q, m->system.n * sizeof(double));
  memcpy(m->z + m->system.n, m->points->v, m->system.n * sizeof(double));
  memset(m->lambda, 0, m->system.m * sizeof(double));
  if (m->system.begin) m->system.begin(&m->system, m->z, m->scratch);
  return NULL;
}

static long run(struct motion *m, double h, long steps) {
  return m->system.run(&m->system, h, steps, m->z, m->lambda, m->scratch);
}

/* Momenta are projected only at the end of a step: RATTLE after RATTLE = project after SHAKE after SHAKE. The
   multipliers are impulses of a force that acts for the time of the kick, so the next iteration begins with them in
   proportion to it. To extrapolate from two or three stages saved no iterations: the stages lie too unevenly. */
static long composed_steps(struct motion *m, long steps) {
  const struct system *s = &m->system;
  for (long k = 0; k < steps; k++) {
    double before = 0, last_kick = 0.5 * kahan_li_8[STAGES - 1] + 0.5 * kahan_li_8[STAGES - 2];
    for (int i = 0; i < STAGES; i++) {
      const double weight = kahan_li_8[i], kick = 0.5 * (before + weight);
      for (int j = 0; j < s->m; j++) m->lambda[j] *= kick / last_kick;
      if (s->move(s, kick * m->h, weight * m->h, m->z, m->lambda, m->scratch) < 0) return -1;
      before = weight, last_kick = kick;
    }
    s->finish(s, 0.5 * before * m->h, m->z, m->scratch);
  }
  return 0;
}

static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  /* Some milliseconds between two readings of the clock. */
  const long block = 1 + 10000 / m->system.n;
  for (long left = lround(t / m->h) - m->done; left > 0;) {
    const long now = left < block ? left : block;
    const long outcome = m->order == 2 ? run(m, m->h, now) : composed_steps(m, now);
    if (outcome < 0) return diverged;
    m->iterations += outcome;
    left -= now;
    m->done += now;
    if (left > 0 && is_late(s)) return too_slow;
  }
  return NULL;
}

static void state(struct solver *s, double *q, double *v) {
  const struct motion *m = s->self;
  memcpy(q, m->z, m->system.n * sizeof(double));
  memcpy(v, m->z + m->system.n, m->system.n * sizeof(double));
}

static long steps(struct solver *s) { return ((struct motion *)s->self)->done; }

static long iterations(struct solver *s) { return ((struct motion *)s->self)->iterations; }

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: rattle 2|8 TASK\n");
    return 2;
  }
  const struct task task = read_task(arguments[2]);
  const struct points points = points_named(task.system, task.links);
  const struct system system = named(task.system, task.links);
  struct motion motion = {&points, system, atoi(arguments[1]), 0, doubles(2L * system.n), doubles(system.m),
                          doubles(system.scratch), 0, 0};
  struct solver solver = {&motion, 0, begin, advance, state, steps, 0, iterations};
  answer_all(&solver, &task, &points);
  return 0;
}
