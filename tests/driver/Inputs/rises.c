// SPDX-License-Identifier: Apache-2.0
// Each rank computes with its own values, then with the last value of the previous rank, if there is one.
#include <mpi.h>
#include <stdio.h>

enum { kCount = 500 };

static __attribute__((noinline)) void step(double *restrict u, double *restrict ghosts, double *restrict v, int left,
                                           int right, int deep) {
  if (right >= 0) MPI_Send(u + kCount - 4, 4, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  for (int i = 1; i < kCount - 1; ++i) v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3.0;
  if (deep > 2) {
    if (left >= 0)
      MPI_Recv(ghosts, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    v[kCount - 1] = u[kCount - 1];
  }
  v[0] = (ghosts[0] + ghosts[3] + u[0]) / 3.0;
  for (int i = 0; i < kCount; ++i) u[i] = v[i];
}

int main(int argc, char **argv) {
  static double u[kCount], v[kCount], ghosts[4];
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < kCount; ++i) u[i] = rank * 1000 + i * i % 37;
  for (int i = 0; i < 20; ++i) step(u, ghosts, v, rank - 1, rank + 1 < size ? rank + 1 : -1, 2 + argc);
  double sum = 0, total = 0;
  for (int i = 0; i < kCount; ++i) sum += u[i] * (1 + i);
  MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%a %a %a\n", u[0], u[1], total);
  MPI_Finalize();
  return 0;
}
