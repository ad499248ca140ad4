/* The protocol of ../task.ts for programs in C and C++: reads a task, lets a solver make the motions, prints the answers. */
#ifndef TASK_H
#define TASK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "points.h"

/* Processor seconds after which a motion is given up. */
#define PATIENCE 10.0

enum { MAX_SETTINGS = 64, LEAST_LOOKS = 10 };

struct task {
  char system[32];
  int links, count, samples;
  double until, milliseconds, settings[MAX_SETTINGS];
};

/* What is compared. Functions that can fail return NULL, or the reason. */
struct solver {
  void *self;
  double deadline; /* in processor seconds; a solver looks at it now and then */
  /* Goes back to t = 0, from where it will go to `until`. */
  const char *(*begin)(struct solver *s, double setting, double until);
  /* Goes on to t; one with fixed steps to the nearest of them. */
  const char *(*advance)(struct solver *s, double t);
  /* Positions and velocities now. */
  void (*state)(struct solver *s, double *q, double *v);
  long (*steps)(struct solver *s); /* since begin */
  /* A step ends at each look: so it is looked at once in a unit of time at most, lest its steps be shorter than those
     that are timed. */
  int ends_steps;
};

static const char *const too_slow = "given up after 10 s of processor time";

static inline double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int is_late(const struct solver *s) { return processor_seconds() > s->deadline; }

/* What follows "key": in a flat object; the keys are known and no value contains one. */
static inline const char *value_of(const char *json, const char *key) {
  char quoted[40];
  snprintf(quoted, sizeof quoted, "\"%s\"", key);
  const char *at = strstr(json, quoted);
  if (!at) {
    fprintf(stderr, "the task has no %s\n", key);
    exit(2);
  }
  at += strlen(quoted);
  return at + strspn(at, " :");
}

static inline struct task read_task(const char *json) {
  struct task t;
  memset(&t, 0, sizeof t);
  sscanf(value_of(json, "system"), "\"%31[^\"]", t.system);
  t.links = atoi(value_of(json, "links"));
  t.until = atof(value_of(json, "until"));
  t.milliseconds = atof(value_of(json, "milliseconds"));
  t.samples = atoi(value_of(json, "samples"));
  const char *at = value_of(json, "settings") + 1;
  for (char *end; t.count < MAX_SETTINGS; at = end + strspn(end, " ,")) {
    const double setting = strtod(at, &end);
    if (end == at) break;
    t.settings[t.count++] = setting;
  }
  return t;
}

static inline const char *make_motion(struct solver *s, double setting, double until) {
  s->deadline = processor_seconds() + PATIENCE;
  const char *failure = s->begin(s, setting, until);
  return failure ? failure : s->advance(s, until);
}

/* Repeats the motion for a time; `each` are the seconds of one. */
static inline const char *repeat(struct solver *s, const struct task *t, double setting, double milliseconds, double *each) {
  const double begin = processor_seconds();
  long motions = 0;
  double spent = 0;
  while (motions == 0 || spent < 1e-3 * milliseconds) {
    const char *failure = make_motion(s, setting, t->until);
    if (failure) return failure;
    motions++;
    spent = processor_seconds() - begin;
  }
  *each = spent / motions;
  return NULL;
}

/* A tenth of the time is warm-up; a motion that fills all of the time needs none. */
static inline const char *time_motion(struct solver *s, const struct task *t, double setting, double *each) {
  const char *failure = repeat(s, t, setting, 0.1 * t->milliseconds, each);
  if (failure || *each >= 1e-3 * t->milliseconds) return failure;
  return repeat(s, t, setting, t->milliseconds, each);
}

static inline int all_finite(const double *values, long count) {
  for (long i = 0; i < count; i++)
    if (!isfinite(values[i])) return 0;
  return 1;
}

static inline int looks_of(const struct solver *s, const struct task *t) {
  const int fewer = (int)fmax(LEAST_LOOKS, ceil(t->until));
  return s->ends_steps && fewer < t->samples ? fewer : t->samples;
}

/* Energies and the largest |g| at t = 0 and then at each look, evenly spaced. */
static inline const char *sample(struct solver *s, const struct task *t, double setting, const struct points *p,
                                 double *energies, double *constraint) {
  const int looks = looks_of(s, t);
  if (looks == 0) return NULL;
  double *q = doubles(2L * p->coordinates), *v = q + p->coordinates;
  s->deadline = processor_seconds() + PATIENCE;
  const char *failure = s->begin(s, setting, t->until);
  for (int k = 0; k <= looks && !failure; k++) {
    if (k > 0) failure = s->advance(s, t->until * k / looks);
    s->state(s, q, v);
    energies[k] = energy(p, q, v);
    *constraint = fmax(*constraint, largest_constraint(p, q));
  }
  if (!failure && !all_finite(energies, looks + 1)) failure = "the energies are not finite";
  free(q);
  return failure;
}

static inline void print_list(const char *key, const double *values, long count) {
  printf("\"%s\":[", key);
  for (long i = 0; i < count; i++) printf("%s%.17g", i ? "," : "", values[i]);
  printf("]");
}

/* Largest resident memory, bytes. getrusage would count the process that started this one, too, if that was larger. */
static inline long peak_memory(void) {
  long kilobytes = 0;
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmHWM: %ld", &kilobytes) == 1) break;
  if (status) fclose(status);
  return 1024 * kilobytes;
}

/* One line of output; returns the failure, if there is one. Without a time to fill, the motion is only looked at. */
static inline const char *answer(struct solver *s, const struct task *t, double setting, const struct points *p) {
  double *q = doubles(2L * p->coordinates), *energies = doubles(t->samples + 1), seconds = 0, constraint = 0;
  const int is_timed = t->milliseconds > 0;
  const char *failure = is_timed ? time_motion(s, t, setting, &seconds) : NULL;
  const long steps = is_timed && !failure ? s->steps(s) : 0;
  if (is_timed && !failure) {
    s->state(s, q, q + p->coordinates);
    if (!all_finite(q, p->coordinates)) failure = "the positions are not finite";
  }
  if (!failure) failure = sample(s, t, setting, p, energies, &constraint);
  if (!failure) {
    printf("{\"seconds\":%.9g,\"steps\":%ld,", seconds, steps);
    print_list("q", q, is_timed ? p->coordinates : 0);
    printf(",");
    print_list("energies", energies, t->samples > 0 ? looks_of(s, t) + 1 : 0);
    printf(",\"constraint\":%.6g,\"memory\":%ld}\n", constraint, peak_memory());
  }
  free(q), free(energies);
  return failure;
}

static inline void answer_all(struct solver *s, const struct task *t, const struct points *p) {
  for (int k = 0; k < t->count; k++) {
    const char *failure = answer(s, t, t->settings[k], p);
    if (failure) printf("{\"failure\":\"%s\"}\n", failure);
    fflush(stdout);
  }
}

#endif
