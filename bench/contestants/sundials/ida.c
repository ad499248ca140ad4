/* ida TASK
   IDA of SUNDIALS (BDF for differential-algebraic equations) on the stabilised index 2 of Gear, Gupta and Leimkuhler,
   J. Comput. Appl. Math. 12 (1985) 77, with masses 1 and g = (|d|^2 - L^2) / 2 for each rod d:
     q' = v - G^t mu,  v' = F - G^t lambda,  G v = 0,  g = 0.
   The unknowns of a point are lambda, mu of the rods that end in it, then v, q of each coordinate: so the matrix of a
   chain is a narrow band. It is given by formulas. The settings of the task are relative tolerances; the absolute one
   is the same. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>

#include "../c/task.h"

struct motion {
  struct points points;
  int size, lower, upper; /* of the matrix, and of its band beside the diagonal */
  int *of_point;          /* where v_0, q_0, v_1, q_1, ... of a point begin */
  int *of_rod;            /* where lambda and mu of a rod are */
  double *lambda;         /* at the start */
  double ignored;
  void *ida;
  N_Vector y, rate, absolute;
};

/* Where a coordinate, or its velocity, begins among the unknowns of a point; the next one is two further on. */
enum { V = 0, Q = 1 };

/* Multipliers are known less well than positions and velocities, by a power of the step; the iteration must still end. */
static const double for_multipliers = 1e4;

static void set_order(struct motion *m) {
  const struct points *p = &m->points;
  m->of_point = calloc(p->count, sizeof(int));
  m->of_rod = calloc(p->rods, sizeof(int));
  for (int i = 0; i < p->count; i++) {
    for (int k = 0; k < p->rods; k++)
      if (p->rod[k].b == i) m->of_rod[k] = m->size, m->size += 2;
    m->of_point[i] = m->size;
    m->size += 2 * p->dimension;
  }
}

/* ---- the equations ---- */

/* out += factor d at the end of a rod, -= at its beginning; kind is V or Q, the rows of v' or q'. */
static inline void pull(const struct motion *m, const struct rod *rod, int kind, const double *d, double factor,
                        double *out) {
  for (int k = 0; k < m->points.dimension; k++) {
    out[m->of_point[rod->b] + 2 * k + kind] += factor * d[k];
    if (rod->a >= 0) out[m->of_point[rod->a] + 2 * k + kind] -= factor * d[k];
  }
}

/* From beginning to end of a rod: the difference of positions or velocities. */
static inline void along(const struct motion *m, const struct rod *rod, const double *y, int kind, double *out) {
  for (int k = 0; k < m->points.dimension; k++)
    out[k] = y[m->of_point[rod->b] + 2 * k + kind] - (rod->a < 0 ? 0 : y[m->of_point[rod->a] + 2 * k + kind]);
}

static inline double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

static void rod_residual(const struct motion *m, int i, const double *y, double *r) {
  const int n = m->points.dimension, at = m->of_rod[i];
  const struct rod *rod = m->points.rod + i;
  double d[3], u[3];
  along(m, rod, y, Q, d);
  along(m, rod, y, V, u);
  pull(m, rod, V, d, y[at], r);
  pull(m, rod, Q, d, y[at + 1], r);
  r[at] = dot(d, u, n);
  r[at + 1] = 0.5 * (dot(d, d, n) - rod->squared);
}

static void spring_residual(const struct motion *m, int i, const double *y, double *r) {
  const int n = m->points.dimension, a = m->of_point[i], b = m->of_point[i + 2];
  for (int k = 0; k < n; k++) {
    const double f = m->points.spring * (y[b + 2 * k + Q] - y[a + 2 * k + Q]);
    r[a + 2 * k + V] -= f;
    r[b + 2 * k + V] += f;
  }
}

static int residual(double t, N_Vector y_, N_Vector rate_, N_Vector r_, void *self) {
  (void)t;
  const struct motion *m = self;
  const struct points *p = &m->points;
  const double *y = N_VGetArrayPointer(y_), *rate = N_VGetArrayPointer(rate_);
  double *r = N_VGetArrayPointer(r_);
  const int n = p->dimension;
  for (int i = 0; i < p->count; i++) {
    const int at = m->of_point[i];
    for (int k = 0; k < n; k++) {
      r[at + 2 * k + Q] = rate[at + 2 * k + Q] - y[at + 2 * k + V];
      r[at + 2 * k + V] = rate[at + 2 * k + V];
    }
    r[at + 2 * (n - 1) + V] += p->gravity;
  }
  for (int i = 0; i < p->rods; i++) rod_residual(m, i, y, r);
  if (p->spring > 0)
    for (int i = 0; i + 2 < p->count; i++) spring_residual(m, i, y, r);
  return 0;
}

/* ---- the matrix dr/dy + c dr/dy' ---- */

/* Without a matrix it notes how wide the band must be. */
static inline double *element(struct motion *m, SUNMatrix J, int row, int column) {
  if (J) return SUNMatGetID(J) == SUNMATRIX_BAND ? &SM_ELEMENT_B(J, row, column) : &SM_ELEMENT_D(J, row, column);
  if (row - column > m->lower) m->lower = row - column;
  if (column - row > m->upper) m->upper = column - row;
  return &m->ignored;
}

/* The rows of v' or q' depend on both ends of a rod, or of a spring: [f, -f; -f, f] for each coordinate. */
static void couple(struct motion *m, SUNMatrix J, int a, int b, int kind, double f) {
  for (int k = 0; k < 2 * m->points.dimension; k += 2) {
    *element(m, J, b + k + kind, b + k + Q) += f;
    if (a < 0) continue;
    *element(m, J, a + k + kind, a + k + Q) += f;
    *element(m, J, a + k + kind, b + k + Q) -= f;
    *element(m, J, b + k + kind, a + k + Q) -= f;
  }
}

static void rod_matrix(struct motion *m, int i, const double *y, SUNMatrix J) {
  const int n = m->points.dimension, at = m->of_rod[i];
  const struct rod *rod = m->points.rod + i;
  const int ends[2] = {m->of_point[rod->b], rod->a < 0 ? -1 : m->of_point[rod->a]};
  double d[3], u[3];
  along(m, rod, y, Q, d);
  along(m, rod, y, V, u);
  couple(m, J, ends[1], ends[0], V, y[at]);
  couple(m, J, ends[1], ends[0], Q, y[at + 1]);
  for (int e = 0; e < 2 && ends[e] >= 0; e++) {
    const double sign = e == 0 ? 1 : -1;
    for (int k = 0; k < n; k++) {
      const int q = ends[e] + 2 * k + Q, v = ends[e] + 2 * k + V;
      *element(m, J, v, at) = *element(m, J, q, at + 1) = sign * d[k];
      *element(m, J, at, v) = *element(m, J, at + 1, q) = sign * d[k];
      *element(m, J, at, q) = sign * u[k];
    }
  }
}

static void fill(struct motion *m, const double *y, double c, SUNMatrix J) {
  const struct points *p = &m->points;
  for (int i = 0; i < p->count; i++)
    for (int k = 0; k < p->dimension; k++) {
      const int q = m->of_point[i] + 2 * k + Q, v = m->of_point[i] + 2 * k + V;
      *element(m, J, q, q) = *element(m, J, v, v) = c;
      *element(m, J, q, v) = -1;
    }
  for (int i = 0; i < p->rods; i++) rod_matrix(m, i, y, J);
  if (p->spring > 0)
    for (int i = 0; i + 2 < p->count; i++) couple(m, J, m->of_point[i], m->of_point[i + 2], V, p->spring);
}

static int matrix(double t, double c, N_Vector y, N_Vector rate, N_Vector r, SUNMatrix J, void *self, N_Vector a, N_Vector b,
                  N_Vector d) {
  (void)t, (void)rate, (void)r, (void)a, (void)b, (void)d;
  SUNMatZero(J);
  fill(self, N_VGetArrayPointer(y), c, J);
  return 0;
}

/* ---- the start ---- */

static void start(struct motion *m) {
  const struct points *p = &m->points;
  const int n = p->dimension;
  double *y = N_VGetArrayPointer(m->y), *rate = N_VGetArrayPointer(m->rate), *f = doubles(p->coordinates);
  N_VConst(0, m->y);
  N_VConst(0, m->rate);
  force(p, p->q, f);
  for (int i = 0; i < p->coordinates; i++) {
    const int q = m->of_point[i / n] + 2 * (i % n) + Q, v = m->of_point[i / n] + 2 * (i % n) + V;
    y[q] = p->q[i];
    y[v] = rate[q] = p->v[i];
    rate[v] = f[i];
  }
  for (int i = 0; i < p->rods; i++) {
    double d[3];
    y[m->of_rod[i]] = m->lambda[i];
    along(m, p->rod + i, y, Q, d);
    pull(m, p->rod + i, V, d, -m->lambda[i], rate);
  }
  free(f);
}

/* Defect of the acceleration: out_i = |u_i|^2 + d_i . (a_b - a_a), which lambda makes 0. */
static double defect(struct motion *m, double *out) {
  start(m);
  const double *y = N_VGetArrayPointer(m->y), *rate = N_VGetArrayPointer(m->rate);
  const int n = m->points.dimension;
  double largest = 0;
  for (int i = 0; i < m->points.rods; i++) {
    double d[3], u[3], a[3];
    along(m, m->points.rod + i, y, Q, d);
    along(m, m->points.rod + i, y, V, u);
    along(m, m->points.rod + i, rate, V, a);
    out[i] = dot(u, u, n) + dot(d, a, n);
    largest = fmax(largest, fabs(out[i]));
  }
  return largest;
}

/* The multipliers at the start by Gauss and Seidel; a rod of length L feels its own multiplier 2 L^2 times, or once. */
static void set_multipliers(struct motion *m) {
  double *out = doubles(m->points.rods);
  for (int sweep = 0; sweep < 10000 && defect(m, out) > 1e-13; sweep++)
    for (int i = 0; i < m->points.rods; i++) {
      const struct rod *rod = m->points.rod + i;
      defect(m, out);
      m->lambda[i] += out[i] / ((rod->a < 0 ? 1 : 2) * rod->squared);
    }
  free(out);
}

/* ---- the solver ---- */

static void quiet(int code, const char *module, const char *function, char *message, void *self) {
  (void)code, (void)module, (void)function, (void)message, (void)self;
}

static void set_tolerances(struct motion *m, double setting) {
  N_VConst(setting, m->absolute);
  for (int i = 0; i < m->points.rods; i++) {
    double *of_rod = N_VGetArrayPointer(m->absolute) + m->of_rod[i];
    of_rod[0] = of_rod[1] = for_multipliers * setting;
  }
  IDASVtolerances(m->ida, setting, m->absolute);
}

/* Only positions and velocities enter the error test, as the manual advises for index 2. */
static void leave_out_multipliers(struct motion *m) {
  N_Vector id = N_VClone(m->y);
  N_VConst(1, id);
  for (int i = 0; i < m->points.rods; i++) {
    double *of_rod = N_VGetArrayPointer(id) + m->of_rod[i];
    of_rod[0] = of_rod[1] = 0;
  }
  IDASetId(m->ida, id);
  IDASetSuppressAlg(m->ida, SUNTRUE);
}

static void set_linear_solver(struct motion *m, SUNContext context) {
  fill(m, N_VGetArrayPointer(m->y), 1, NULL);
  const int is_banded = 2 * m->lower + m->upper < m->size;
  SUNMatrix J = is_banded ? SUNBandMatrix(m->size, m->upper, m->lower, context) : SUNDenseMatrix(m->size, m->size, context);
  IDASetLinearSolver(m->ida, is_banded ? SUNLinSol_Band(m->y, J, context) : SUNLinSol_Dense(m->y, J, context), J);
  IDASetJacFn(m->ida, matrix);
}

static void create(struct motion *m, SUNContext context) {
  set_order(m);
  m->lambda = doubles(m->points.rods);
  m->y = N_VNew_Serial(m->size, context);
  m->rate = N_VClone(m->y);
  m->absolute = N_VClone(m->y);
  set_multipliers(m);
  start(m);
  m->ida = IDACreate(context);
  IDASetErrHandlerFn(m->ida, quiet, NULL);
  IDASetUserData(m->ida, m);
  IDAInit(m->ida, residual, 0, m->y, m->rate);
  set_tolerances(m, 1e-6);
  leave_out_multipliers(m);
  set_linear_solver(m, context);
  /* With loosely known multipliers the iteration has to go on for longer than usual (0.33). */
  IDASetNonlinConvCoef(m->ida, 0.01);
}

static const char *begin(struct solver *s, double setting, double until) {
  struct motion *m = s->self;
  start(m);
  IDAReInit(m->ida, 0, m->y, m->rate);
  set_tolerances(m, setting);
  IDASetStopTime(m->ida, until);
  /* Its own first step is so short that rounding, divided by the step, spoils the multipliers. */
  IDASetInitStep(m->ida, 0.1 * sqrt(setting));
  return NULL;
}

static const char *advance(struct solver *s, double t) {
  struct motion *m = s->self;
  double reached;
  for (;;) {
    const int outcome = IDASolve(m->ida, t, &reached, m->y, m->rate, IDA_NORMAL);
    if (outcome >= 0) return NULL;
    if (outcome != IDA_TOO_MUCH_WORK) return IDAGetReturnFlagName(outcome);
    if (is_late(s)) return too_slow;
  }
}

static void state(struct solver *s, double *q, double *v) {
  const struct motion *m = s->self;
  const double *y = N_VGetArrayPointer(m->y);
  const int n = m->points.dimension;
  for (int i = 0; i < m->points.coordinates; i++) {
    const int at = m->of_point[i / n] + 2 * (i % n);
    q[i] = y[at + Q];
    v[i] = y[at + V];
  }
}

static long steps(struct solver *s) {
  long count = 0;
  IDAGetNumSteps(((struct motion *)s->self)->ida, &count);
  return count;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "version") == 0) return puts("SUNDIALS " SUNDIALS_VERSION) < 0;
  if (count != 2) {
    fprintf(stderr, "usage: ida TASK\n");
    return 2;
  }
  const struct task task = read_task(arguments[1]);
  SUNContext context;
  SUNContext_Create(NULL, &context);
  struct motion motion = {.points = points_named(task.system, task.links)};
  create(&motion, context);
  struct solver solver = {&motion, 0, begin, advance, state, steps, 0, NULL};
  answer_all(&solver, &task, &motion.points);
  return 0;
}
