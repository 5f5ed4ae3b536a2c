// SPDX-License-Identifier: Apache-2.0
// Exchanges rows of one array one after the other, at places that are known only at run time: apart, touching,
// overlapping.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCells = 4000 };
static double other[kCells];
static int size, rank, up, down;

static void compute(double factor) {
  for (int i = 1; i < kCells; i++) other[i] = 0.5 * other[i - 1] + factor * other[i];
}

// The second row begins `distance` behind the first one, and the sent cells follow it.
static void exchange(double *u, int distance, int cells) {
  MPI_Sendrecv(u + 3 * kCells, cells, MPI_DOUBLE, up, 0, u + kCells, cells, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(u + kCells + distance + cells, cells, MPI_DOUBLE, down, 1, u + kCells + distance, cells, MPI_DOUBLE, up, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  compute(0.25);
}

static void halo(double *u, int distance, int cells) {
  MPI_Request sends[2];
  MPI_Isend(u + 3 * kCells, cells, MPI_DOUBLE, up, 2, MPI_COMM_WORLD, &sends[0]);
  MPI_Isend(u + 4 * kCells, cells, MPI_DOUBLE, down, 3, MPI_COMM_WORLD, &sends[1]);
  if (rank > 0) MPI_Recv(u + kCells, cells, MPI_DOUBLE, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank < size - 1) MPI_Recv(u + kCells + distance, cells, MPI_DOUBLE, rank + 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  compute(0.125);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  const int cells = atoi(argv[1]);
  const int distances[] = {2 * cells, cells + 1, cells, cells - 1, cells / 2, 1, -1, -cells / 2, 1 - cells, -cells};
  double *u = malloc(5 * kCells * sizeof *u);
  for (int d = 0; d < 10; d++)
    for (int form = 0; form < 2; form++) {
      for (int i = 0; i < 5 * kCells; i++) u[i] = i * (rank + 2) % 1009;
      for (int i = 0; i < kCells; i++) other[i] = i % 17;
      (form == 0 ? exchange : halo)(u, distances[d], cells);
      double sums[2] = {0, 0}, all[2];
      for (int i = 0; i < 5 * kCells; i++) sums[0] += u[i] * (i % 101);
      for (int i = 0; i < kCells; i++) sums[1] += other[i];
      MPI_Reduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      if (rank == 0) printf("%d %d: %a %a\n", distances[d], form, all[0], all[1]);
    }
  free(u);
  MPI_Finalize();
}
