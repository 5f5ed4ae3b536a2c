/* SPDX-License-Identifier: Apache-2.0 */
/* The graphs of metg.h as StarPU tasks: each output of the last two steps is a piece of data, from whose
 * use by tasks StarPU finds the dependences. */
#include <starpu.h>

#include "metg.h"

typedef struct {
  const Graph* graph;
  int step, point;
} Place;

static Output outputs[2][MAX_WIDTH];
static starpu_data_handle_t handles[2][MAX_WIDTH];
static struct {
  _Alignas(64) long inputs;
} checked[MAX_WIDTH];

static Output* output_in(void* buffer) {
  return (Output*)STARPU_VARIABLE_GET_PTR(buffer);
}

/* The last buffer is the output. A task without dependences has none. */
static void task(void** buffers, void* argument) {
  Place place;
  starpu_codelet_unpack_args(argument, &place);
  const Points* needs = needs_of(place.graph, place.step, place.point);
  for (int i = 0; i < needs->count; i++)
    check_input(place.step, needs->points[i], *output_in(buffers[i]));
  checked[place.point].inputs += needs->count;
  const Output output = compute(place.graph, place.step, place.point);
  if (strcmp(place.graph->name, "trivial") != 0) *output_in(buffers[needs->count]) = output;
}

static struct starpu_codelet codelet = {.cpu_funcs = {task}, .nbuffers = STARPU_VARIABLE_NBUFFERS};

static void make_task(const Graph* graph, int step, int point) {
  const Place place = {graph, step, point};
  const Points* needs = needs_of(graph, step, point);
  struct starpu_data_descr data[MAX_WIDTH + 1];
  for (int i = 0; i < needs->count; i++) {
    data[i].handle = handles[(step - 1) & 1][needs->points[i]];
    data[i].mode = STARPU_R;
  }
  data[needs->count].handle = handles[step & 1][point];
  data[needs->count].mode = STARPU_W;
  const int count = strcmp(graph->name, "trivial") == 0 ? 0 : needs->count + 1;
  if (starpu_task_insert(&codelet, STARPU_VALUE, &place, sizeof place, STARPU_DATA_MODE_ARRAY, data,
                         count, 0) != 0)
    refuse("StarPU takes no task of", graph->name);
}

static Result run(const Graph* graph) {
  Result result = {0, 0};
  memset(checked, 0, sizeof checked);
  for (int parity = 0; parity < 2; parity++)
    for (int point = 0; point < graph->width; point++)
      starpu_variable_data_register(&handles[parity][point], STARPU_MAIN_RAM,
                                    (uintptr_t)&outputs[parity][point], sizeof(Output));
  const double begin = seconds_now();
  for (int step = 0; step < graph->steps; step++)
    for (int point = 0; point < graph->width; point++) make_task(graph, step, point);
  starpu_task_wait_for_all();
  result.seconds = seconds_now() - begin;
  for (int parity = 0; parity < 2; parity++)
    for (int point = 0; point < graph->width; point++)
      starpu_data_unregister(handles[parity][point]);
  for (int point = 0; point < graph->width; point++) result.inputs += checked[point].inputs;
  return result;
}

int main(int argc, char** argv) {
  if (starpu_init(NULL) != 0) refuse("StarPU does not start for", argv[0]);
  run_all(argc, argv, run);
  starpu_shutdown();
  return 0;
}
