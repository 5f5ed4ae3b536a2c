// SPDX-License-Identifier: Apache-2.0
// A plate in blocks: halo cells are exchanged as rows and as columns, which are described in several ways, then a sweep.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int nx, ny;  // with the halo

static MPI_Datatype column(int form) {
  MPI_Datatype type, inner;
  int *lengths = malloc(nx * sizeof *lengths);
  MPI_Aint *places = malloc(nx * sizeof *places);
  const int sizes[] = {nx, ny}, parts[] = {nx - 2, 1}, starts[] = {1, 0};
  for (int i = 0; i < nx - 2; i++) lengths[i] = 1, places[i] = (MPI_Aint)sizeof(double) * (i + 1) * ny;
  switch (form) {
    case 0:  // from the first inner row on, as all others
      MPI_Type_vector(nx - 2, 1, ny, MPI_DOUBLE, &inner);
      MPI_Type_create_hindexed(1, lengths, places, inner, &type);
      MPI_Type_free(&inner);
      break;
    case 1:
      MPI_Type_create_hindexed(nx - 2, lengths, places, MPI_DOUBLE, &type);
      break;
    case 2:
      MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
      break;
    default:
      MPI_Type_create_resized(MPI_DOUBLE, 0, (MPI_Aint)sizeof(double) * ny, &inner);
      lengths[0] = nx - 2;
      MPI_Type_create_struct(1, lengths, places, &inner, &type);
      MPI_Type_free(&inner);
  }
  MPI_Type_commit(&type);
  free(lengths);
  free(places);
  return type;
}

static void step(const double *u, double *v, int up, int down, int left, int right, MPI_Datatype side) {
  MPI_Request requests[8];
  double *ghosts = (double *)u;
  MPI_Irecv(ghosts + 1, ny - 2, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(ghosts + (nx - 1) * ny + 1, ny - 2, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(ghosts, 1, side, left, 2, MPI_COMM_WORLD, &requests[2]);
  MPI_Irecv(ghosts + ny - 1, 1, side, right, 3, MPI_COMM_WORLD, &requests[3]);
  MPI_Isend(u + ny + 1, ny - 2, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &requests[4]);
  MPI_Isend(u + (nx - 2) * ny + 1, ny - 2, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &requests[5]);
  MPI_Isend(u + 1, 1, side, left, 3, MPI_COMM_WORLD, &requests[6]);
  MPI_Isend(u + ny - 2, 1, side, right, 2, MPI_COMM_WORLD, &requests[7]);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
  for (int i = 1; i < nx - 1; i++)
    for (int j = 1; j < ny - 1; j++)
      v[i * ny + j] = u[i * ny + j] + 0.2 * (u[(i - 1) * ny + j] + u[(i + 1) * ny + j] + u[i * ny + j - 1] +
                                             u[i * ny + j + 1] - 4 * u[i * ny + j]);
}

int main(int argc, char **argv) {
  int size, rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  nx = 50, ny = 40;
  // Two columns of blocks, the last of them alone when the number is odd.
  const int up = rank < 2 ? MPI_PROC_NULL : rank - 2, down = rank + 2 < size ? rank + 2 : MPI_PROC_NULL;
  const int left = rank % 2 == 1 ? rank - 1 : MPI_PROC_NULL,
            right = rank % 2 == 0 && rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  for (int form = 0; form < 4; form++) {
    MPI_Datatype side = column(form);
    double *u = malloc(nx * ny * sizeof *u), *v = malloc(nx * ny * sizeof *v);
    for (int i = 0; i < nx * ny; i++) u[i] = v[i] = i * (rank + 3) % 1013;
    for (int round = 0; round < 12; round++) {
      step(u, v, up, down, left, right, side);
      double *w = u;
      u = v;
      v = w;
    }
    double sum = 0, all;
    for (int i = 0; i < nx * ny; i++) sum += u[i] * (i % 101);
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d: %a\n", form, all);
    free(u);
    free(v);
    MPI_Type_free(&side);
  }
  MPI_Finalize();
}
