// SPDX-License-Identifier: Apache-2.0
// Rows of a plate, flat arrays with int indices. The residual is read now and then, between the same borders.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(i, j) ((i) * (ny + 2) + (j))

static void sweep(const double *restrict u, double *restrict v, int nx, int ny) {
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++)
      v[AT(i, j)] =
          u[AT(i, j)] + 0.1 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] + u[AT(i, j + 1)] - 4 * u[AT(i, j)]);
}

int main(int argc, char **argv) {
  int size, rank, iterations = 20;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int nx = 240 / size, ny = atoi(argv[1]);
  const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  double *u = calloc((size_t)(nx + 2) * (ny + 2), sizeof *u), *v = calloc((size_t)(nx + 2) * (ny + 2), sizeof *v);
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) u[AT(i, j)] = (rank * nx + i) * j % 17;
  for (int round = 0; round < iterations; round++) {
    MPI_Sendrecv(&u[AT(1, 1)], ny, MPI_DOUBLE, up, 0, &u[AT(nx + 1, 1)], ny, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[AT(nx, 1)], ny, MPI_DOUBLE, down, 1, &u[AT(0, 1)], ny, MPI_DOUBLE, up, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    sweep(u, v, nx, ny);
    if (round % 10 == 9) {
      double change = 0, greatest;
      for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++) change = fmax(change, fabs(v[AT(i, j)] - u[AT(i, j)]));
      MPI_Allreduce(&change, &greatest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      if (rank == 0) printf("round %d: %a\n", round + 1, greatest);
    }
    double *w = u;
    u = v;
    v = w;
  }
  double sum = 0;
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) sum += u[AT(i, j)] * (i + j);
  if (rank == 1) MPI_Send(&sum, 1, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(&sum, 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%a\n", sum);
  }
  free(u);
  free(v);
  MPI_Finalize();
}
