/* SPDX-License-Identifier: Apache-2.0 */
/* The code that all systems of `metg` share: the graphs, the work of a task, the check of its
 * inputs, the options.
 *
 *     PROGRAM WIDTH PATTERN,PATTERN,… ITERATIONS:STEPS,ITERATIONS:STEPS,…
 *
 * A graph has WIDTH points and STEPS steps. The task of a point in a step needs outputs of the step
 * before, as its pattern says (Task Bench, Slaughter et al., SC 2020), and computes ITERATIONS. Each
 * process prints "PATTERN ITERATIONS STEPS SECONDS INPUTS" for each graph; INPUTS were checked. */
#ifndef METG_H
#define METG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_WIDTH = 64, MAX_PERIOD = 8, VECTOR = 64 };

/* The output of a task. */
typedef struct {
  int64_t step, point;
} Output;

typedef struct {
  int count;
  int points[MAX_WIDTH]; /* ascending */
} Points;

typedef struct {
  char name[32];
  int width, steps;
  long iterations;
  int period;                          /* after so many steps the dependences repeat */
  Points needs[MAX_PERIOD][MAX_WIDTH]; /* of a point in step s: points of step s - 1 */
  Points feeds[MAX_PERIOD]
              [MAX_WIDTH]; /* the reverse: points of step s that need it of step s - 1 */
} Graph;

static inline void refuse(const char* what, const char* value) {
  fprintf(stderr, "metg: error: %s '%s'\n", what, value);
  exit(2);
}

/* Whether the task of `point` needs that of `other`, in a step that is `phase` modulo the period. */
static inline int has_dependence(const Graph* graph, int phase, int point, int other) {
  const int width = graph->width, away = abs(point - other);
  if (strcmp(graph->name, "trivial") == 0) return 0;
  if (strcmp(graph->name, "stencil_1d") == 0) return away <= 1;
  if (strcmp(graph->name, "nearest") == 0) return away <= 2;
  if (strcmp(graph->name, "all_to_all") == 0) return 1;
  if (strcmp(graph->name, "fft") == 0) return away == 0 || away == 1 << phase;
  if (strcmp(graph->name, "spread") == 0) { /* five, far from each other, turning with the steps */
    for (int i = 0; i < 5; i++)
      if ((point + i * width / 5 + (i > 0 ? phase : 0)) % width == other) return 1;
    return 0;
  }
  if (strcmp(graph->name, "random_nearest") == 0) { /* about half of the nearest */
    uint32_t hash = (uint32_t)(phase * MAX_WIDTH + point) * MAX_WIDTH + (uint32_t)other + 1;
    hash = (hash ^ hash >> 16) * 0x45d9f3bu;
    hash = (hash ^ hash >> 16) * 0x45d9f3bu;
    return away == 0 || (away <= 2 && (hash >> 16) % 2 == 0);
  }
  refuse("there is no pattern", graph->name);
  return 0;
}

static inline int period_of(const Graph* graph) {
  if (strcmp(graph->name, "spread") == 0 || strcmp(graph->name, "random_nearest") == 0) return 4;
  int levels = 1;
  if (strcmp(graph->name, "fft") == 0)
    while (2 << levels <= graph->width) levels++;
  return levels;
}

static inline void append(Points* list, int point) {
  list->points[list->count++] = point;
}

static inline void make_graph(Graph* graph, const char* name, int width) {
  memset(graph, 0, sizeof *graph);
  snprintf(graph->name, sizeof graph->name, "%s", name);
  graph->width = width;
  graph->period = period_of(graph);
  for (int phase = 0; phase < graph->period; phase++)
    for (int point = 0; point < width; point++)
      for (int other = 0; other < width; other++)
        if (has_dependence(graph, phase, point, other)) {
          append(&graph->needs[phase][point], other);
          append(&graph->feeds[phase][other], point);
        }
}

static const Points no_points = {0, {0}};

/* The inputs of a point's task from the step before. */
static inline const Points* needs_of(const Graph* graph, int step, int point) {
  return step == 0 ? &no_points : &graph->needs[step % graph->period][point];
}

/* The points of the next step that need this task. */
static inline const Points* feeds_of(const Graph* graph, int step, int point) {
  return step + 1 == graph->steps ? &no_points : &graph->feeds[(step + 1) % graph->period][point];
}

/* Ends the program where an input is not the one that the pattern says. */
static inline void check_input(int step, int needed, Output input) {
  if (input.step == step - 1 && input.point == needed) return;
  fprintf(stderr, "metg: error: in step %d, output of step %ld, point %ld instead of point %d\n",
          step, (long)input.step, (long)input.point, needed);
  abort();
}

/* The work of a task, which a processor does as fast as it can: two operations for each of 64 values,
 * so many times. */
static inline Output compute(const Graph* graph, int step, int point) {
  double values[VECTOR];
  for (int i = 0; i < VECTOR; i++) values[i] = point + i;
  for (long n = 0; n < graph->iterations; n++)
    for (int i = 0; i < VECTOR; i++) values[i] = values[i] * 0.999 + 0.001;
  for (int half = VECTOR / 2; half > 0; half /= 2)
    for (int i = 0; i < half; i++) values[i] += values[i + half];
  const Output output = {step, values[0] >= 0 ? point : -1}; /* so that the work is done */
  return output;
}

static inline double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct {
  double seconds;
  long inputs; /* that were checked, in this process */
} Result;

/* Runs every graph of the command line, and a small one before the first. */
static inline void run_all(int argc, char** argv, Result (*run)(const Graph*)) {
  if (argc != 4) refuse("expected WIDTH PATTERNS ITERATIONS:STEPS,… and not", argv[0]);
  const int width = atoi(argv[1]);
  if (width < 1 || width > MAX_WIDTH) refuse("the width is not in 1 … 64:", argv[1]);
  Graph* graph = (Graph*)malloc(sizeof *graph);
  make_graph(graph, "trivial", width);
  graph->steps = 10;
  run(graph);
  for (char* name = strtok(argv[2], ","); name != NULL; name = strtok(NULL, ",")) {
    make_graph(graph, name, width);
    for (const char* at = argv[3]; at != NULL; at = strchr(at, ',')) {
      if (*at == ',') at++;
      if (sscanf(at, "%ld:%d", &graph->iterations, &graph->steps) != 2)
        refuse("no ITERATIONS:STEPS:", at);
      const Result result = run(graph);
      printf("%s %ld %d %.9f %ld\n", graph->name, graph->iterations, graph->steps, result.seconds,
             result.inputs);
      fflush(stdout);
    }
  }
  free(graph);
}

#endif
