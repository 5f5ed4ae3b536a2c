// SPDX-License-Identifier: Apache-2.0
// Exchanges along an axis in both directions. The receiver reads the messages' lengths, as in particle codes.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 20000, kSteps = 40 };

static int exchange(const double* sent, int count, int to, double* received, int from) {
  MPI_Status status;
  MPI_Sendrecv(sent, count, MPI_DOUBLE, to, 0, received, kMost, MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
               &status);
  int got;
  MPI_Get_count(&status, MPI_DOUBLE, &got);
  return got;
}

static int next_rank(int step) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return (rank + step + size) % size;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double *down = malloc(kMost * sizeof(double)), *up = malloc(kMost * sizeof(double));
  double *from_up = malloc(kMost * sizeof(double)), *from_down = malloc(kMost * sizeof(double));
  double sum = 0;
  int below = next_rank(-1), above = next_rank(1), rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < kSteps; step++) {
    int count_down = (step * 977 + rank * 31) % kMost, count_up = (step * 499 + rank * 17) % kMost;
    for (int i = 0; i < count_down; i++) down[i] = i + step + rank;
    for (int i = 0; i < count_up; i++) up[i] = i * step - rank;
    int got_up = exchange(down, count_down, below, from_up, above);
    int got_down = exchange(up, count_up, above, from_down, below);
    for (int i = 0; i < got_up; i++) sum += from_up[i];
    for (int i = 0; i < got_down; i++) sum -= from_down[i] / 3;
    sum += got_up - got_down;
  }
  printf("rank %d: %a\n", rank, sum);
  MPI_Finalize();
  return 0;
}
