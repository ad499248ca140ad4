/* What the ODE solvers of SUNDIALS share: the motion on the equations of equations.h, and the program around it. A solver
   defines begin, advance, steps and ends_steps of task.h, and create. The settings of a task are relative tolerances; the
   absolute one is the same. */
#ifndef SUNDIALS_MOTION_H
#define SUNDIALS_MOTION_H

#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>

#include "../c/equations.h"
#include "../c/task.h"

struct motion {
  struct equations equations;
  void *memory;
  N_Vector y;
};

static const char *begin(struct solver *s, double setting, double until);
static const char *advance(struct solver *s, double t);
static long steps(struct solver *s);
/* Whether it ends a step at each time that is asked for, rather than to interpolate. */
static const int ends_steps;
/* The memory of the solver for y' = rate(y), with y a vector to copy. */
static void *create(struct equations *e, N_Vector y, SUNContext context);

static int rate(double t, N_Vector y, N_Vector out, void *self) {
  (void)t;
  const struct equations *e = self;
  e->rate(e, N_VGetArrayPointer(y), N_VGetArrayPointer(out));
  return 0;
}

static void state(struct solver *s, double *q, double *v) {
  struct motion *m = s->self;
  m->equations.cartesian(&m->equations, N_VGetArrayPointer(m->y), q, v);
}

static void quiet(int code, const char *module, const char *function, char *message, void *self) {
  (void)code, (void)module, (void)function, (void)message, (void)self;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "version") == 0) return puts("SUNDIALS " SUNDIALS_VERSION) < 0;
  if (count != 2) {
    fprintf(stderr, "usage: %s TASK\n", arguments[0]);
    return 2;
  }
  const struct task task = read_task(arguments[1]);
  const struct points points = points_named(task.system, task.links);
  struct equations equations = equations_of(&points, task.system);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(equations.size, context);
  struct motion motion = {equations, create(&equations, y, context), y};
  struct solver solver = {&motion, 0, begin, advance, state, steps, ends_steps, NULL};
  answer_all(&solver, &task, &points);
  return 0;
}

#endif
