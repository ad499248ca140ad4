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

enum { MAX_SETTINGS = 64, MINIMUM_SAMPLES = 10 };

struct task {
  char system[32];
  int links, count, samples;
  double until, milliseconds, settings[MAX_SETTINGS];
};

/* A contestant. Functions that can fail return NULL, or the reason. */
struct solver {
  void *self;
  double deadline; /* in processor seconds, for is_late */
  /* Returns to t = 0; the motion will end at `until`. */
  const char *(*begin)(struct solver *s, double setting, double until);
  /* Advances to t; with fixed steps to the nearest of them. */
  const char *(*advance)(struct solver *s, double t);
  /* Positions and velocities now. */
  void (*state)(struct solver *s, double *q, double *v);
  long (*steps)(struct solver *s); /* since begin */
  /* A step ends at each sample: at most one sample per unit of time, since shorter steps than the timed ones would be
     sampled otherwise. */
  int ends_steps;
  long (*iterations)(struct solver *s); /* Newton iterations since begin; NULL where they are not counted */
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

/* Motions until the clock is read again: one at first, then as many as there were, or fewer that fill the time. */
static inline long more_motions(long motions, double spent, double limit) {
  if (motions == 0) return 1;
  const double missing = ceil((limit - spent) * (double)motions / fmax(spent, 1e-9));
  return missing < 1 ? 1 : missing < (double)motions ? (long)missing : motions;
}

/* Repeats the motion for a time; `each` are the seconds of one. */
static inline const char *repeat(struct solver *s, const struct task *t, double setting, double milliseconds, double *each) {
  const double begin = processor_seconds();
  double spent = 0;
  long motions = 0;
  while (motions == 0 || spent < 1e-3 * milliseconds) {
    const long more = more_motions(motions, spent, 1e-3 * milliseconds);
    s->deadline = begin + spent + PATIENCE;
    for (long k = 0; k < more; k++) {
      const char *failure = s->begin(s, setting, t->until);
      if (!failure) failure = s->advance(s, t->until);
      if (failure) return failure;
    }
    motions += more;
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

static inline int samples_of(const struct solver *s, const struct task *t) {
  const int fewer = (int)fmax(MINIMUM_SAMPLES, ceil(t->until));
  return s->ends_steps && fewer < t->samples ? fewer : t->samples;
}

/* Energies, and the largest |g| and |{g, H}|, at t = 0 and then at evenly spaced times. */
static inline const char *sample(struct solver *s, const struct task *t, double setting, const struct points *p,
                                 double *energies, double largest[2]) {
  const int samples = samples_of(s, t);
  if (samples == 0) return NULL;
  double *q = doubles(2L * p->coordinates), *v = q + p->coordinates;
  s->deadline = processor_seconds() + PATIENCE;
  const char *failure = s->begin(s, setting, t->until);
  for (int k = 0; k <= samples && !failure; k++) {
    if (k > 0) failure = s->advance(s, t->until * k / samples);
    s->state(s, q, v);
    energies[k] = energy(p, q, v);
    largest[0] = fmax(largest[0], largest_constraint(p, q));
    largest[1] = fmax(largest[1], largest_hidden(p, q, v));
  }
  if (!failure && !all_finite(energies, samples + 1)) failure = "the energies are not finite";
  free(q);
  return failure;
}

static inline void print_list(const char *key, const double *values, long count) {
  printf("\"%s\":[", key);
  for (long i = 0; i < count; i++) printf("%s%.17g", i ? "," : "", values[i]);
  printf("],");
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

/* One line of output; returns the failure, if there is one. Without a time to fill, the motion is only sampled. */
static inline const char *answer(struct solver *s, const struct task *t, double setting, const struct points *p) {
  const long n = p->coordinates;
  double *z = doubles(2 * n), *energies = doubles(t->samples + 1), seconds = 0, largest[2] = {0, 0};
  const int is_timed = t->milliseconds > 0;
  const char *failure = is_timed ? time_motion(s, t, setting, &seconds) : NULL;
  const long steps = is_timed && !failure ? s->steps(s) : 0, iterations = steps && s->iterations ? s->iterations(s) : 0;
  if (is_timed && !failure) {
    s->state(s, z, z + n);
    if (!all_finite(z, n)) failure = "the positions are not finite";
  }
  if (!failure) failure = sample(s, t, setting, p, energies, largest);
  if (!failure) {
    printf("{\"seconds\":%.9g,\"steps\":%ld,\"iterations\":%ld,", seconds, steps, iterations);
    print_list("q", z, is_timed ? n : 0);
    print_list("v", z + n, is_timed ? n : 0);
    print_list("energies", energies, t->samples > 0 ? samples_of(s, t) + 1 : 0);
    printf("\"constraint\":%.6g,\"hidden\":%.6g,\"memory\":%ld}\n", largest[0], largest[1], peak_memory());
  }
  free(z), free(energies);
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
