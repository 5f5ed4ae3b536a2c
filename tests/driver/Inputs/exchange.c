/* SPDX-License-Identifier: Apache-2.0 */
/* Repeats the same irregular exchange. In some ways the processes come to it from different calls. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

/* The elements that rank i has for rank j. */
static int amount(int i, int j, int pattern) {
  return (7 * i + 13 * j + pattern) % 5 == 0 ? 3000 + 10 * i + j : (i + j + pattern) % 3;
}

struct Exchange {
  int *counts, *places, *from, *from_places;
  int out, in;
};

static void set(struct Exchange* e, int pattern) {
  e->out = e->in = 0;
  for (int i = 0; i < size; ++i) {
    e->counts[i] = amount(rank, i, pattern);
    e->from[i] = amount(i, rank, pattern);
    e->places[i] = e->out;
    e->from_places[i] = e->in;
    e->out += e->counts[i];
    e->in += e->from[i];
  }
}

static struct Exchange make(void) {
  struct Exchange e;
  int** arrays[] = {&e.counts, &e.places, &e.from, &e.from_places};
  for (int i = 0; i < 4; ++i) *arrays[i] = malloc(sizeof(int) * size);
  return e;
}

static void fill(double* data, int count, int turn) {
  for (int i = 0; i < count; ++i) data[i] = 1000.0 * rank + turn + 0.001 * i;
}

static double sum(const double* data, int count) {
  double all = 0;
  for (int i = 0; i < count; ++i) all += (i % 7 + 1) * data[i];
  return all;
}

/* The paper's Fig. 1. */
__attribute__((noinline)) static double steps(const struct Exchange* e, double* out, double* in, int turns) {
  double result = 0;
  for (int turn = 0; turn < turns; ++turn) {
    fill(out, e->out, turn);
    MPI_Alltoallv(out, e->counts, e->places, MPI_DOUBLE, in, e->from, e->from_places, MPI_DOUBLE, MPI_COMM_WORLD);
    result += sum(in, e->in);
  }
  return result;
}

/* Another call, in no loop. */
__attribute__((noinline)) static double once(const struct Exchange* e, double* out, double* in, int turn) {
  fill(out, e->out, turn);
  MPI_Alltoallv(out, e->counts, e->places, MPI_DOUBLE, in, e->from, e->from_places, MPI_DOUBLE, MPI_COMM_WORLD);
  return sum(in, e->in);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct Exchange e = make();
  double *out = malloc(sizeof(double) * 4000 * size), *in = malloc(sizeof(double) * 4000 * size), result = 0;
  set(&e, 1);
  result += steps(&e, out, in, 10);
  set(&e, 2);
  result += steps(&e, out, in, 6);
  if (argc > 1 && strcmp(argv[1], "different") == 0) {
    /* All processes make the same calls, but come to them from different lines. */
    if (rank % 2 == 0) {
      result += steps(&e, out, in, 6);
    } else {
      result += steps(&e, out, in, 2);
      result += steps(&e, out, in, 1);
      for (int turn = 0; turn < 3; ++turn) result += once(&e, out, in, turn);
    }
  }
  double all = 0;
  MPI_Reduce(&result, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %.6f\n", all);
  MPI_Finalize();
  return 0;
}
