/* SPDX-License-Identifier: Apache-2.0 */
/* Contiguous, vector and hvector types: columns of a matrix, negative strides, gaps kept. */
#include "check.h"

enum { ROWS = 60, COLUMNS = 50 };

static double out[ROWS][COLUMNS], in[ROWS][COLUMNS];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) out[i][j] = rank * 10000 + i * 100 + j, in[i][j] = -1;

  MPI_Datatype column, columns, row, backwards;
  MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
  MPI_Type_create_hvector(3, 1, 2 * sizeof(double), column, &columns); /* every other column */
  MPI_Type_contiguous(COLUMNS, MPI_DOUBLE, &row);
  MPI_Type_vector(COLUMNS, 1, -1, MPI_DOUBLE, &backwards);
  MPI_Type_commit(&column);
  MPI_Type_commit(&columns);
  MPI_Type_commit(&row);
  MPI_Type_commit(&backwards);
  int bytes;
  MPI_Aint lb, extent;
  MPI_Type_size(columns, &bytes);
  MPI_Type_get_extent(column, &lb, &extent);
  CHECK(bytes == 3 * ROWS * 8 && lb == 0 && extent == ((ROWS - 1) * COLUMNS + 1) * 8);

  /* Column to column, three columns to contiguous, row reversed. */
  MPI_Sendrecv(&out[0][COLUMNS - 1], 1, column, right, 0, &in[0][0], 1, column, left, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&out[0][1], 1, columns, right, 1, &in[10][1], 3 * ROWS, MPI_DOUBLE, left, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&out[7][COLUMNS - 1], 1, backwards, right, 2, &in[30][0], 1, row, left, 2,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in[0][0] == left * 10000 + COLUMNS - 1 && in[1][0] == in[0][0] + 100 && in[1][1] == -1);
  CHECK(in[10][1] == left * 10000 + 1 && in[30][0] == left * 10000 + 749);
  printf("rank %d: %d %ld %lx\n", rank, bytes, (long)extent, hash_bytes(in, sizeof in));
  /* Several elements of a derived type, a type freed while it is used. */
  MPI_Request request[2];
  MPI_Irecv(in, 20, row, left, 3, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(out, 20, row, right, 3, MPI_COMM_WORLD, &request[1]);
  MPI_Type_free(&row);
  CHECK(row == MPI_DATATYPE_NULL);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  CHECK(in[19][COLUMNS - 1] == left * 10000 + 1949);
  MPI_Type_free(&column);
  MPI_Type_free(&columns);
  MPI_Type_free(&backwards);
  printf("rank %d: %lx\n", rank, hash_bytes(in, sizeof in));
  MPI_Finalize();
  return 0;
}
