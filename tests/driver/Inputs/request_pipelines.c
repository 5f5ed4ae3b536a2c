// SPDX-License-Identifier: Apache-2.0
// Messages that are not completed by the first wait behind them. Each function leaves some to a later step, call or
// request, whose array is another one; a sweep reads the array that the wait completes. Prints a sum of each.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 64, STEPS = 20 };

static double *u, *v, *w, *sent;
static int other;

static void swap(void) {
  double* kept = u;
  u = v;
  v = kept;
}

static inline void sweep(double* restrict to, const double* from) {
  for (int i = 1; i < SIZE; ++i)
    for (int j = 0; j < SIZE; ++j)
      to[i * SIZE + j] = to[i * SIZE + j] + from[i * SIZE + j] + from[(i - 1) * SIZE + j];
}

static inline void start(double* to, MPI_Request* requests) {
  MPI_Irecv(to, SIZE, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent, SIZE, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[1]);
}

/// Even steps start messages and wait for none, odd steps wait for those of the step before.
__attribute__((noinline)) static void of_a_number(double* restrict to, double* a, double* b,
                                                  const int* restrict waits,
                                                  const int* restrict starts) {
  MPI_Request* requests = malloc(2 * sizeof(MPI_Request));
  for (int step = 0; step < STEPS; ++step) {
    if (starts[step]) start(a, requests);
    MPI_Waitall(waits[step], requests, MPI_STATUSES_IGNORE);
    sweep(to, b);
    double* kept = a;
    a = b;
    b = kept;
  }
  free(requests);
}

/// Each step has other requests, and each second one waits for all.
__attribute__((noinline)) static void of_a_place(double* restrict to, double* a, double* b,
                                                 const int* restrict waits) {
  MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                             MPI_REQUEST_NULL};
  for (int step = 0; step < STEPS; ++step) {
    start(a, &requests[2 * (step % 2)]);
    MPI_Waitall(2 * waits[step], requests, MPI_STATUSES_IGNORE);
    sweep(to, b);
    double* kept = a;
    a = b;
    b = kept;
  }
}

static MPI_Request global[4];

/// One call starts, the next one waits.
__attribute__((noinline)) static void of_a_call(double* restrict to, double* a, const double* b,
                                                int starts, int waits) {
  if (starts) start(a, global);
  MPI_Waitall(waits, global, MPI_STATUSES_IGNORE);
  sweep(to, b);
}

/// Each call waits for the messages of the one before.
__attribute__((noinline)) static void of_the_call_before(double* restrict to, double* a,
                                                         const double* b, MPI_Request* now,
                                                         MPI_Request* before) {
  start(a, now);
  MPI_Waitall(2, before, MPI_STATUSES_IGNORE);
  sweep(to, b);
}

/// The requests move to a larger block of memory.
__attribute__((noinline)) static void of_a_grown_list(double* restrict to, double* a, double* b) {
  MPI_Request* requests = malloc(2 * sizeof(MPI_Request));
  start(a, requests);
  requests = realloc(requests, 4 * sizeof(MPI_Request));
  start(b, requests + 2);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  sweep(to, a);
  free(requests);
}

static void report(const char* name, int rank) {
  double sum = 0;
  for (int i = 0; i < SIZE * SIZE; ++i) sum += w[i] * (i % 13);
  printf("%d %s %a\n", rank, name, sum);
}

int main(int argc, char** argv) {
  int rank, starts[STEPS], waits[STEPS];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  u = calloc(SIZE * SIZE, sizeof(double));
  v = calloc(SIZE * SIZE, sizeof(double));
  w = calloc(SIZE * SIZE, sizeof(double));
  sent = calloc(SIZE, sizeof(double));
  for (int i = 0; i < SIZE * SIZE; ++i) u[i] = i % 7 + rank, v[i] = i % 5 + rank, w[i] = rank + 3;
  for (int i = 0; i < SIZE; ++i) sent[i] = 1000 + rank;
  for (int i = 0; i < STEPS; ++i) starts[i] = i % 2 == 0, waits[i] = i % 2 * 2;
  of_a_number(w, u, v, waits, starts);
  report("number", rank);
  of_a_place(w, u, v, waits);
  report("place", rank);
  of_a_call(w, u, v, 1, 0);
  of_a_call(w, v, u, 0, 2);
  report("call", rank);
  for (int i = 0; i < 4; ++i) global[i] = MPI_REQUEST_NULL;
  for (int i = 0; i < 10; ++i) {
    of_the_call_before(w, u, v, global + i % 2 * 2, global + 2 - i % 2 * 2);
    swap();
  }
  MPI_Waitall(4, global, MPI_STATUSES_IGNORE);
  report("call before", rank);
  of_a_grown_list(w, u, v);
  report("list", rank);
  MPI_Finalize();
}
