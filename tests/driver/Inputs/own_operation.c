/* SPDX-License-Identifier: Apache-2.0 */
/* A sum by an operation of the program is in flight beside a large exchange and computation. Prints in how many
 * executions a thread other than main's called the operation, and whether any process executed it. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SUMS = 100000 };

static double computed[1000];
static pthread_t program;
static int times, elsewhere;

static void add(void* from, void* to, int* count, MPI_Datatype* type) {
  (void)type;
  ++times, elsewhere += !pthread_equal(pthread_self(), program);
  for (int i = 0; i < *count; ++i) ((double*)to)[i] += ((double*)from)[i];
}

__attribute__((noinline)) static void compute(int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 1000; ++i) computed[i] = computed[i] * 0.5 + i;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  program = pthread_self();
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int count = atoi(argv[1]), peer = 1 - rank;
  double* restrict out = malloc(count * sizeof *out);
  double* restrict in = malloc(count * sizeof *in);
  double *own = malloc(SUMS * sizeof *own), *sum = malloc(SUMS * sizeof *sum);
  for (int i = 0; i < count; ++i) out[i] = 1.0 / (1 + i + rank);
  for (int i = 0; i < SUMS; ++i) own[i] = i + rank;
  MPI_Op operation;
  MPI_Op_create(add, 1, &operation);
  for (int round = 0; round < 10; ++round) {
    MPI_Request request;
    MPI_Iallreduce(own, sum, SUMS, MPI_DOUBLE, operation, MPI_COMM_WORLD, &request);
    MPI_Sendrecv(out, count, MPI_DOUBLE, peer, 0, in, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(5000 * argc);
    out[round] += in[round];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    own[round] += sum[round + 3];
  }
  double all[2] = {computed[999], 0};
  for (int i = 0; i < count; ++i) all[1] += out[i] * i + own[i % SUMS];
  int called = times > 0;
  MPI_Allreduce(MPI_IN_PLACE, &called, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int turn = 0; turn < 2; ++turn) {
    if (turn == rank) printf("process %d: %a %a, elsewhere %d, %s\n", rank, all[0], all[1], elsewhere, called ? "called" : "never called"), fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Op_free(&operation);
  free(out), free(in), free(own), free(sum);
  MPI_Finalize();
  return 0;
}
