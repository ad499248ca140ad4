/* cvode TASK
   CVODE of SUNDIALS on the equations of equations.h: Adams' methods with the fixed-point iteration. The settings of the task
   are relative tolerances; the absolute one is the same. */
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "equations.h"
#include "task.h"

struct motion {
  struct equations equations;
  void *cvode;
  N_Vector y;
};

static int rate(double t, N_Vector y, N_Vector out, void *self) {
  (void)t;
  const struct equations *e = self;
  e->rate(e, N_VGetArrayPointer(y), N_VGetArrayPointer(out));
  return 0;
}

static const char *begin(struct solver *s, double setting, double until) {
  struct motion *m = s->self;
  m->equations.start(&m->equations, N_VGetArrayPointer(m->y));
  CVodeReInit(m->cvode, 0, m->y);
  CVodeSStolerances(m->cvode, setting, setting);
  CVodeSetStopTime(m->cvode, until);
  return NULL;
}

static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  double reached;
  for (;;) {
    const int outcome = CVode(m->cvode, t, m->y, &reached, CV_NORMAL);
    if (outcome >= 0) return NULL;
    if (outcome != CV_TOO_MUCH_WORK) return CVodeGetReturnFlagName(outcome);
    if (is_late(s)) return too_slow;
  }
}

static void state(struct solver *s, double *q, double *v) {
  struct motion *m = s->self;
  m->equations.cartesian(&m->equations, N_VGetArrayPointer(m->y), q, v);
}

static long steps(struct solver *s) {
  long count = 0;
  CVodeGetNumSteps(((struct motion *)s->self)->cvode, &count);
  return count;
}

static void quiet(int code, const char *module, const char *function, char *message, void *self) {
  (void)code, (void)module, (void)function, (void)message, (void)self;
}

static struct motion create(struct equations *e, SUNContext context) {
  struct motion m = {*e, NULL, N_VNew_Serial(e->size, context)};
  m.cvode = CVodeCreate(CV_ADAMS, context);
  CVodeSetErrHandlerFn(m.cvode, quiet, NULL);
  CVodeInit(m.cvode, rate, 0, m.y);
  CVodeSStolerances(m.cvode, 1e-6, 1e-6);
  CVodeSetUserData(m.cvode, e);
  CVodeSetNonlinearSolver(m.cvode, SUNNonlinSol_FixedPoint(m.y, 0, context));
  return m;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "version") == 0) return puts("SUNDIALS " SUNDIALS_VERSION) < 0;
  if (count != 2) {
    fprintf(stderr, "usage: cvode TASK\n");
    return 2;
  }
  const struct task task = read_task(arguments[1]);
  const struct points points = points_named(task.system, task.links);
  struct equations equations = equations_of(&points, task.system);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  struct motion motion = create(&equations, context);
  struct solver solver = {&motion, 0, begin, advance, state, steps};
  answer_all(&solver, &task, &points);
  return 0;
}
