// SPDX-License-Identifier: Apache-2.0
// The data that loops of waits receive decide which memory is touched behind them, how often a loop runs, and how large
// a nest is. Before the receive, memory holds values that are no valid indices. With an argument an error is returned
// and used later; MPICH ends the program there.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { n = 20000, cells = 200, steps = 4 };

// Defined in another file, so that the compiler does not know that its errors are returned.
MPI_Comm communicator_that_returns(void);

static double x[n], v[n], weight[n], ghost;
static int rank, peer;

__attribute__((noinline)) static void index_received(int *list, const int *map, MPI_Request *q) {
  for (int i = 0; i < 2; ++i) MPI_Irecv(list + i * cells, cells, MPI_INT, peer, i, MPI_COMM_WORLD, &q[i]);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    if (MPI_Wait(&q[i], &status)) exit(1);
  }
  for (int k = 0; k < 2 * cells; ++k) x[map[list[k]]] = weight[k];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}

__attribute__((noinline)) static void count_received(long *head, MPI_Request *q) {
  for (int i = 0; i < 2; ++i) MPI_Irecv(head + i, 1, MPI_LONG, peer, i, MPI_COMM_WORLD, &q[i]);
  for (int i = 0; i < 2; ++i) {
    MPI_Status status;
    if (MPI_Wait(&q[i], &status)) exit(1);
  }
  for (long k = head[0]; k < head[1]; ++k) x[k] = weight[k];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}

__attribute__((noinline)) static void bound_received(int *head, const int *table, MPI_Request *q) {
  MPI_Irecv(head, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(&ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  if (MPI_Waitall(2, q, MPI_STATUSES_IGNORE)) exit(1);
  const int bound = table[head[0]];
  for (int i = 1; i < bound; ++i) v[i] = 2 * x[i - 1] + 3;
}

__attribute__((noinline)) static void bound_received_alone(int *head, MPI_Request *q) {
  MPI_Irecv(head, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &q[0]);
  MPI_Irecv(&ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  if (MPI_Waitall(2, q, MPI_STATUSES_IGNORE)) exit(1);
  const int bound = head[0];
  for (int i = 1; i < bound; ++i) v[i] = 2 * x[i - 1] + 3;
}

__attribute__((noinline)) void error_came_back(double *u, double *small, MPI_Comm returns, MPI_Request *q) {
  MPI_Irecv(small, 1, MPI_DOUBLE, peer, 0, returns, &q[0]);
  const int error = MPI_Wait(&q[0], MPI_STATUS_IGNORE);
  MPI_Irecv(u, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[1]);
  MPI_Wait(&q[1], MPI_STATUS_IGNORE);
  if (error != MPI_SUCCESS) u[n / 2] = 1000;
  for (int i = 1; i < n; ++i) v[i] = 2 * u[i - 1] + 3;
}

static void send(const void *what, int count, MPI_Datatype type, int tag, MPI_Comm communicator) {
  static MPI_Request sent[2];
  MPI_Isend(what, count, type, peer, tag, communicator, &sent[tag]);
  MPI_Request_free(&sent[tag]);
}

// Each rank has sent all messages before it calls this. The sent data stay unchanged until the next barrier.
static void print(const char *what, int step) {
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < sizeof v; i++) sum = (sum ^ ((const unsigned char *)v)[i]) * 1099511628211u;
  sum ^= (uint64_t)rank * 7919;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_BXOR, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %d %016llx\n", what, step, (unsigned long long)all);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  MPI_Comm returns = communicator_that_returns();
  MPI_Request *q = malloc(2 * sizeof *q);
  int *list = malloc(2 * cells * sizeof *list), *map = malloc(2 * cells * sizeof *map), out[2 * cells];
  long *range = malloc(2 * sizeof *range), out_range[2] = {3, 10};
  int *head = malloc(sizeof *head), table[10] = {0}, out_head = 7, out_bound = n - 5;
  double small[2], numbers[2] = {5, 6};
  table[7] = n - 9;
  for (int i = 0; i < n; ++i) x[i] = i % 101, weight[i] = 1.5 * i;
  for (int k = 0; k < 2 * cells; ++k) map[k] = k * 3, out[k] = 2 * cells - 1 - k;
  for (int step = 0; step < steps; step++) {
    memset(list, 0x7f, 2 * cells * sizeof *list);
    for (int i = 0; i < 2; ++i) send(out + i * cells, cells, MPI_INT, i, MPI_COMM_WORLD);
    index_received(list, map, q);
    print("index", step);
    range[0] = 0, range[1] = 0x7f7f7f7f7f7f7f7f;
    for (int i = 0; i < 2; ++i) send(out_range + i, 1, MPI_LONG, i, MPI_COMM_WORLD);
    count_received(range, q);
    print("count", step);
    head[0] = 0x7f7f7f7f;
    send(&out_head, 1, MPI_INT, 0, MPI_COMM_WORLD);
    send(numbers, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    bound_received(head, table, q);
    print("bound", step);
    head[0] = step % 2 == 0 ? n : 100;
    send(&out_bound, 1, MPI_INT, 0, MPI_COMM_WORLD);
    send(numbers, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    bound_received_alone(head, q);
    print("bound alone", step);
    // With an argument every other message is longer than its receive.
    x[n / 2] = 1;
    send(numbers, argc > 1 ? 1 + step % 2 : 1, MPI_DOUBLE, 0, returns);
    send(numbers, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD);
    error_came_back(x, small, returns, q);
    print("error", step);
  }
  MPI_Comm_free(&returns);
  MPI_Finalize();
}
