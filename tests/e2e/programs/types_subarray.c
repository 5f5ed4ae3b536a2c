/* SPDX-License-Identifier: Apache-2.0 */
/* Subarrays in C and Fortran order, and a transpose while the message travels. */
#include "check.h"

enum { X = 12, Y = 10, Z = 8, M = 64 };

static int out[X][Y][Z], in[X][Y][Z];
static double matrix[M][M], transposed[M][M];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int sizes[3] = {X, Y, Z}, sub[3] = {3, 4, 5}, start[3] = {2, 5, 1}, other[3] = {8, 0, 3};
  for (int i = 0; i < X * Y * Z; i++) (&out[0][0][0])[i] = rank * 10000 + i, (&in[0][0][0])[i] = -1;
  MPI_Datatype from, to, fortran;
  MPI_Type_create_subarray(3, sizes, sub, start, MPI_ORDER_C, MPI_INT, &from);
  MPI_Type_create_subarray(3, sizes, sub, other, MPI_ORDER_C, MPI_INT, &to);
  int rsizes[3] = {Z, Y, X}, rsub[3] = {5, 4, 3}, rstart[3] = {1, 5, 2};
  MPI_Type_create_subarray(3, rsizes, rsub, rstart, MPI_ORDER_FORTRAN, MPI_INT, &fortran);
  MPI_Type_commit(&from);
  MPI_Type_commit(&to);
  MPI_Type_commit(&fortran);
  MPI_Sendrecv(out, 1, from, right, 0, in, 1, to, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in[8][0][3] == left * 10000 + (2 * Y + 5) * Z + 1);
  CHECK(in[10][3][7] == left * 10000 + (4 * Y + 8) * Z + 5 && in[7][0][3] == -1);
  printf("rank %d: %lx\n", rank, hash_bytes(in, sizeof in));
  MPI_Sendrecv(out, 1, fortran, right, 1, in, 60, MPI_INT, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK((&in[0][0][0])[0] == left * 10000 + (2 * Y + 5) * Z + 1);
  printf("rank %d: %lx\n", rank, hash_bytes(in, sizeof in));

  MPI_Datatype column, columns;
  for (int i = 0; i < M * M; i++) (&matrix[0][0])[i] = rank * 1e6 + i;
  MPI_Type_vector(M, 1, M, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, sizeof(double), &columns);
  MPI_Type_commit(&columns);
  MPI_Sendrecv(matrix, M * M, MPI_DOUBLE, right, 2, transposed, M, columns, left, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) CHECK(transposed[i][j] == left * 1e6 + j * M + i);
  printf("rank %d: transposed\n", rank);
  MPI_Type_free(&column);
  MPI_Type_free(&columns);
  MPI_Type_free(&from);
  MPI_Type_free(&to);
  MPI_Type_free(&fortran);
  MPI_Finalize();
  return 0;
}
