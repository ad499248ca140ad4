/* arkode TASK
   ERKStep of SUNDIALS' ARKODE: Fehlberg's explicit Runge-Kutta method of order 8 in 13 stages, its longest. */
#include <arkode/arkode_erkstep.h>

#include "sundials-motion.h"

static const char *begin(struct solver *s, double setting, double until) {
  (void)until;
  struct motion *m = s->self;
  m->equations.start(&m->equations, N_VGetArrayPointer(m->y));
  ERKStepReInit(m->memory, rate, 0, m->y);
  ERKStepSStolerances(m->memory, setting, setting);
  return NULL;
}

/* Its interpolation is of low order. */
static const int ends_steps = 1;

static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  double reached;
  ERKStepSetStopTime(m->memory, t);
  for (;;) {
    const int outcome = ERKStepEvolve(m->memory, t, m->y, &reached, ARK_NORMAL);
    if (outcome >= 0) return NULL;
    if (outcome != ARK_TOO_MUCH_WORK) return ERKStepGetReturnFlagName(outcome);
    if (is_late(s)) return too_slow;
  }
}

static long steps(struct solver *s) {
  long count = 0;
  ERKStepGetNumSteps(((struct motion *)s->self)->memory, &count);
  return count;
}

static void *create(struct equations *e, N_Vector y, SUNContext context) {
  /* Sums of many short vectors at once are a quarter faster; of long ones they were a tenth slower. */
  if (e->size <= 100) N_VEnableFusedOps_Serial(y, SUNTRUE);
  void *arkode = ERKStepCreate(rate, 0, y, context);
  ERKStepSetErrHandlerFn(arkode, quiet, NULL);
  ERKStepSetTableNum(arkode, ARKODE_FEHLBERG_13_7_8);
  ERKStepSetUserData(arkode, e);
  return arkode;
}
