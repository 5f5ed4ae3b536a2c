/* SPDX-License-Identifier: Apache-2.0 */
/* The graphs of metg.h as OpenMP tasks with depend clauses, made by one thread. */
#include "metg.h"

/* The outputs of the last two steps: a task overwrites one that no task needs any more. */
static Output outputs[2][MAX_WIDTH];

/* On a cache line of its own: the tasks of a point never run at the same time where they have inputs. */
static struct {
  _Alignas(64) long inputs;
} checked[MAX_WIDTH];

static void task(const Graph* graph, int step, int point) {
  const Points* needs = needs_of(graph, step, point);
  for (int i = 0; i < needs->count; i++)
    check_input(step, needs->points[i], outputs[(step - 1) & 1][needs->points[i]]);
  checked[point].inputs += needs->count;
  outputs[step & 1][point] = compute(graph, step, point);
}

/* Without a dependence: outputs have no readers. */
static void lonely_task(const Graph* graph, int step, int point) {
  if (compute(graph, step, point).point != point) abort();
}

static void make_tasks(const Graph* graph) {
  const int lonely = strcmp(graph->name, "trivial") == 0;
  for (int step = 0; step < graph->steps; step++)
    for (int point = 0; point < graph->width; point++) {
      if (lonely) {
#pragma omp task firstprivate(graph, step, point)
        lonely_task(graph, step, point);
        continue;
      }
      const Points* needs = needs_of(graph, step, point);
      const int *from = needs->points, parity = step & 1;
#pragma omp task firstprivate(graph, step, point)                               \
    depend(iterator(i = 0 : needs -> count), in : outputs[1 - parity][from[i]]) \
    depend(out : outputs[parity][point])
      task(graph, step, point);
    }
}

static Result run(const Graph* graph) {
  Result result = {0, 0};
  memset(checked, 0, sizeof checked);
  const double begin = seconds_now();
#pragma omp parallel
#pragma omp single
  make_tasks(graph);
  result.seconds = seconds_now() - begin;
  for (int point = 0; point < graph->width; point++) result.inputs += checked[point].inputs;
  return result;
}

int main(int argc, char** argv) {
  run_all(argc, argv, run);
  return 0;
}
