/* SPDX-License-Identifier: Apache-2.0 */
/* The graphs of metg.h by hand, in MPI: a process has consecutive points. A message is one output for
 * one point; within a process a task reads the output itself. Compiled with -DNONBLOCKING, all messages
 * of a step are on their way at once. */
#include <mpi.h>

#include "metg.h"

static int rank, ranks;
static Output before[MAX_WIDTH], after[MAX_WIDTH]; /* of this process' points */
static Output received[MAX_WIDTH][MAX_WIDTH];      /* for a point, from another process' point */

static int first_of(const Graph* graph, int process) {
  return process * graph->width / ranks;
}

typedef void Transfer(Output* output, int peer, int tag);

/* Calls for each message of a step from or to another process. */
static void each_received(const Graph* graph, int step, int peer, Transfer* transfer) {
  for (int point = first_of(graph, rank); point < first_of(graph, rank + 1); point++) {
    const Points* needs = needs_of(graph, step, point);
    for (int i = 0; i < needs->count; i++) {
      const int from = needs->points[i];
      if (from >= first_of(graph, peer) && from < first_of(graph, peer + 1))
        transfer(&received[point][from], peer, point * MAX_WIDTH + from);
    }
  }
}

static void each_sent(const Graph* graph, int step, int peer, Transfer* transfer) {
  for (int from = first_of(graph, rank); from < first_of(graph, rank + 1); from++) {
    const Points* feeds = feeds_of(graph, step - 1, from);
    for (int i = 0; i < feeds->count; i++) {
      const int point = feeds->points[i];
      if (point >= first_of(graph, peer) && point < first_of(graph, peer + 1))
        transfer(&before[from], peer, point * MAX_WIDTH + from);
    }
  }
}

#ifdef NONBLOCKING

static MPI_Request requests[2 * MAX_WIDTH * MAX_WIDTH];
static int pending;

static void begin_receive(Output* output, int peer, int tag) {
  MPI_Irecv(output, sizeof *output, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &requests[pending++]);
}

static void begin_send(Output* output, int peer, int tag) {
  MPI_Isend(output, sizeof *output, MPI_BYTE, peer, tag, MPI_COMM_WORLD, &requests[pending++]);
}

static void exchange(const Graph* graph, int step) {
  pending = 0;
  for (int peer = 0; peer < ranks; peer++)
    if (peer != rank) each_received(graph, step, peer, begin_receive);
  for (int peer = 0; peer < ranks; peer++)
    if (peer != rank) each_sent(graph, step, peer, begin_send);
  MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
}

#else

static void receive(Output* output, int peer, int tag) {
  MPI_Recv(output, sizeof *output, MPI_BYTE, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(Output* output, int peer, int tag) {
  MPI_Send(output, sizeof *output, MPI_BYTE, peer, tag, MPI_COMM_WORLD);
}

/* The lower one of two processes sends first. */
static void exchange(const Graph* graph, int step) {
  for (int peer = 0; peer < ranks; peer++) {
    if (rank < peer) each_sent(graph, step, peer, send);
    if (rank != peer) each_received(graph, step, peer, receive);
    if (rank > peer) each_sent(graph, step, peer, send);
  }
}

#endif

static Result run(const Graph* graph) {
  const int first = first_of(graph, rank), last = first_of(graph, rank + 1);
  Result result = {0, 0};
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = seconds_now();
  for (int step = 0; step < graph->steps; step++) {
    if (step > 0 && ranks > 1) exchange(graph, step);
    for (int point = first; point < last; point++) {
      const Points* needs = needs_of(graph, step, point);
      for (int i = 0; i < needs->count; i++) {
        const int from = needs->points[i];
        check_input(step, from,
                    from >= first && from < last ? before[from] : received[point][from]);
      }
      result.inputs += needs->count;
      after[point] = compute(graph, step, point);
    }
    memcpy(before + first, after + first, (size_t)(last - first) * sizeof *after);
  }
  result.seconds = seconds_now() - begin;
  return result;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  run_all(argc, argv, run);
  MPI_Finalize();
  return 0;
}
