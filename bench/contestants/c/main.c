/* rattle SYSTEM LINKS STEP STEPS MILLISECONDS
   Runs STEPS steps once, watching them, and then again and again from the start until MILLISECONDS of processor time
   have passed. Prints one line of JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "system.h"

struct run {
  double *z, *lambda, *scratch, *g, *hidden;
};

struct facts {
  double energy_error, constraint, hidden;
};

static struct system named(const char *name, int links) {
  if (strcmp(name, "pendulum") == 0) return pendulum();
  if (strcmp(name, "double-pendulum") == 0) return double_pendulum();
  if (strcmp(name, "six-node") == 0) return six_node();
  if (strcmp(name, "chain") == 0) return chain(links);
  if (strcmp(name, "top") == 0) return top();
  fprintf(stderr, "there is no system %s\n", name);
  exit(2);
}

static double *doubles(long count) { return calloc(count > 0 ? count : 1, sizeof(double)); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static void restart(const struct system *s, struct run r) {
  s->start(s, r.z);
  memset(r.lambda, 0, s->m * sizeof(double));
  if (s->begin) s->begin(s, r.z, r.scratch);
}

static long checked(long iterations) {
  if (iterations >= 0) return iterations;
  fprintf(stderr, "the iteration for the multipliers did not converge\n");
  exit(1);
}

/* Energy and constraints after each step: what the library watches too. */
static struct facts watch(const struct system *s, struct run r, double h, long steps) {
  struct facts f = {0, 0, 0};
  restart(s, r);
  const double first = s->energy(s, r.z);
  for (long k = 0; k < steps; k++) {
    checked(s->run(s, h, 1, r.z, r.lambda, r.scratch));
    f.energy_error = fmax(f.energy_error, fabs(s->energy(s, r.z) - first));
    s->constraints(s, r.z, r.g, r.hidden);
    for (int i = 0; i < s->m; i++) {
      f.constraint = fmax(f.constraint, fabs(r.g[i]));
      f.hidden = fmax(f.hidden, fabs(r.hidden[i]));
    }
  }
  return f;
}

static void print_numbers(const char *key, const double *values, int count) {
  printf(", \"%s\": [", key);
  for (int i = 0; i < count; i++) printf("%s%.17g", i ? ", " : "", values[i]);
  printf("]");
}

int main(int count, char **arguments) {
  if (count != 6) {
    fprintf(stderr, "usage: rattle SYSTEM LINKS STEP STEPS MILLISECONDS\n");
    return 2;
  }
  const struct system s = named(arguments[1], atoi(arguments[2]));
  const double h = atof(arguments[3]), limit = 1e6 * atof(arguments[5]);
  const long steps = atol(arguments[4]);
  struct run r = {doubles(2L * s.n), doubles(s.m), doubles(s.scratch), doubles(s.m), doubles(s.m)};
  const struct facts f = watch(&s, r, h, steps);

  const double begin = now();
  double spent = 0;
  long blocks = 0, iterations = 0;
  for (long more = 1; spent < limit; more *= 2) {
    for (long k = 0; k < more; k++) {
      restart(&s, r);
      iterations += checked(s.run(&s, h, steps, r.z, r.lambda, r.scratch));
    }
    blocks += more;
    spent = now() - begin;
  }
  printf("{\"nanoseconds\": %.6g, \"iterations\": %.6g", spent / blocks / steps, (double)iterations / blocks / steps);
  printf(", \"energyError\": %.6g, \"constraint\": %.6g, \"hidden\": %.6g", f.energy_error, f.constraint, f.hidden);
  print_numbers("q", r.z, s.n);
  print_numbers("p", r.z + s.n, s.n);
  printf("}\n");
  return 0;
}
