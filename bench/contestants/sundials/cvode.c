/* cvode TASK
   CVODE of SUNDIALS: Adams' methods with the fixed-point iteration. */
#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "sundials-motion.h"

static const char *begin(struct solver *s, double setting, double until) {
  struct motion *m = s->self;
  m->equations.start(&m->equations, N_VGetArrayPointer(m->y));
  CVodeReInit(m->memory, 0, m->y);
  CVodeSStolerances(m->memory, setting, setting);
  CVodeSetStopTime(m->memory, until);
  return NULL;
}

static const int ends_steps = 0;

static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  double reached;
  for (;;) {
    const int outcome = CVode(m->memory, t, m->y, &reached, CV_NORMAL);
    if (outcome >= 0) return NULL;
    if (outcome != CV_TOO_MUCH_WORK) return CVodeGetReturnFlagName(outcome);
    if (is_late(s)) return too_slow;
  }
}

static long steps(struct solver *s) {
  long count = 0;
  CVodeGetNumSteps(((struct motion *)s->self)->memory, &count);
  return count;
}

static void *create(struct equations *e, N_Vector y, SUNContext context) {
  void *cvode = CVodeCreate(CV_ADAMS, context);
  CVodeSetErrHandlerFn(cvode, quiet, NULL);
  CVodeInit(cvode, rate, 0, y);
  CVodeSStolerances(cvode, 1e-6, 1e-6);
  CVodeSetUserData(cvode, e);
  CVodeSetNonlinearSolver(cvode, SUNNonlinSol_FixedPoint(y, 0, context));
  return cvode;
}
