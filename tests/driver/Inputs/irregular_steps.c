/* SPDX-License-Identifier: Apache-2.0 */
/* Each irregular collective again and again with the same counts; the first is the paper's Fig. 1. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { turns = 10, most = 8, longest = 3000 };

static int rank, size, counts[most], places[most];
static MPI_Datatype types[most];
static double *out, *in, result;

static void fill(int turn) {
  for (int i = 0; i < most * longest; ++i) {
    out[i] = 1000 * rank + turn + i % 89;
    in[i] = 0;
  }
}
static void add(void) {
  for (int i = 0; i < most * longest; ++i) result += (i % 7 + 1) * in[i];
}

__attribute__((noinline)) static void scatterv(int root) {
  for (int turn = 0; turn < turns; ++turn) {
    fill(turn);
    MPI_Scatterv(out, counts, places, MPI_DOUBLE, in, counts[rank], MPI_DOUBLE, root,
                 MPI_COMM_WORLD);
    add();
  }
}
__attribute__((noinline)) static void gatherv(int root) {
  for (int turn = 0; turn < turns; ++turn) {
    fill(turn);
    MPI_Gatherv(out, counts[rank], MPI_DOUBLE, in, counts, places, MPI_DOUBLE, root,
                MPI_COMM_WORLD);
    add();
  }
}
__attribute__((noinline)) static void allgatherv(void) {
  for (int turn = 0; turn < turns; ++turn) {
    fill(turn);
    MPI_Allgatherv(out, counts[rank], MPI_DOUBLE, in, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    add();
  }
}
__attribute__((noinline)) static void alltoallw(const int* same, const int* bytes) {
  for (int turn = 0; turn < turns; ++turn) {
    fill(turn);
    MPI_Alltoallw(out, same, bytes, types, in, same, bytes, types, MPI_COMM_WORLD);
    add();
  }
}
__attribute__((noinline)) static void reduce_scatter(void) {
  for (int turn = 0; turn < turns; ++turn) {
    fill(turn);
    MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    add();
  }
}

int main(int argc, char** argv) {
  int same[most], bytes[most];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  out = malloc(sizeof(double) * most * longest);
  in = malloc(sizeof(double) * most * longest);
  for (int i = 0, next = 0; i < size; ++i) {
    counts[i] = i % 3 == 1 ? 0 : longest - 100 * i;
    places[i] = next;
    next += counts[i];
    same[i] = 50;
    bytes[i] = (int)sizeof(double) * 60 * i;
    types[i] = MPI_DOUBLE;
  }
  scatterv(size - 1);
  gatherv(size - 1);
  allgatherv();
  alltoallw(same, bytes);
  reduce_scatter();
  double all = 0;
  MPI_Reduce(&result, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %.6f\n", all);
  MPI_Finalize();
  return 0;
}
