/* arkode TASK
   ERKStep of SUNDIALS' ARKODE on the equations of equations.h: Fehlberg's explicit Runge-Kutta method of order 8 in 13
   stages, its longest. The settings of the task are relative tolerances; the absolute one is the same. */
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>

#include "equations.h"
#include "task.h"

struct motion {
  struct equations equations;
  void *arkode;
  N_Vector y;
};

static int rate(double t, N_Vector y, N_Vector out, void *self) {
  (void)t;
  const struct equations *e = self;
  e->rate(e, N_VGetArrayPointer(y), N_VGetArrayPointer(out));
  return 0;
}

static const char *begin(struct solver *s, double setting, double until) {
  (void)until;
  struct motion *m = s->self;
  m->equations.start(&m->equations, N_VGetArrayPointer(m->y));
  ERKStepReInit(m->arkode, rate, 0, m->y);
  ERKStepSStolerances(m->arkode, setting, setting);
  return NULL;
}

/* Its interpolation is of low order, so it stops at the times that are asked for. */
static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  double reached;
  ERKStepSetStopTime(m->arkode, t);
  for (;;) {
    const int outcome = ERKStepEvolve(m->arkode, t, m->y, &reached, ARK_NORMAL);
    if (outcome >= 0) return NULL;
    if (outcome != ARK_TOO_MUCH_WORK) return ERKStepGetReturnFlagName(outcome);
    if (is_late(s)) return too_slow;
  }
}

static void state(struct solver *s, double *q, double *v) {
  struct motion *m = s->self;
  m->equations.cartesian(&m->equations, N_VGetArrayPointer(m->y), q, v);
}

static long steps(struct solver *s) {
  long count = 0;
  ERKStepGetNumSteps(((struct motion *)s->self)->arkode, &count);
  return count;
}

static void quiet(int code, const char *module, const char *function, char *message, void *self) {
  (void)code, (void)module, (void)function, (void)message, (void)self;
}

static struct motion create(struct equations *e, SUNContext context) {
  struct motion m = {*e, NULL, N_VNew_Serial(e->size, context)};
  /* Sums of many short vectors at once are a quarter faster; of long ones they were a tenth slower. */
  if (e->size <= 100) N_VEnableFusedOps_Serial(m.y, SUNTRUE);
  m.arkode = ERKStepCreate(rate, 0, m.y, context);
  ERKStepSetErrHandlerFn(m.arkode, quiet, NULL);
  ERKStepSetTableNum(m.arkode, ARKODE_FEHLBERG_13_7_8);
  ERKStepSetUserData(m.arkode, e);
  return m;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "version") == 0) return puts("SUNDIALS " SUNDIALS_VERSION) < 0;
  if (count != 2) {
    fprintf(stderr, "usage: arkode TASK\n");
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
