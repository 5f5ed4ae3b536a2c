/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives on derived types and on split and reversed communicators. */
#include "check.h"

enum { N = 9 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  double matrix[N][N], *columns = calloc((size_t)N * size, sizeof *columns);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) matrix[i][j] = rank * 100 + i * N + j;
  MPI_Datatype column;
  MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Allgather(&matrix[0][2], 1, column, columns, N, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++)
    for (int i = 0; i < N; i++) CHECK(columns[r * N + i] == r * 100 + i * N + 2);
  MPI_Bcast(&matrix[0][4], 1, column, size / 2, MPI_COMM_WORLD);
  CHECK(matrix[3][4] == size / 2 * 100 + 31 && matrix[3][3] == rank * 100 + 30);

  MPI_Comm half, turned;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &turned);
  int place, members, sum, *list;
  MPI_Comm_rank(half, &place);
  MPI_Comm_size(half, &members);
  list = calloc(size, sizeof *list);
  MPI_Allgather(&rank, 1, MPI_INT, list, 1, MPI_INT, half);
  for (int i = 0; i < members; i++) CHECK(list[i] == 2 * i + rank % 2);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, turned);
  MPI_Gather(&rank, 1, MPI_INT, list, 1, MPI_INT, 0, turned);
  printf("rank %d: %d of %d, turned sum %d, first %d, %.0f\n", rank, place, members, sum,
         rank == size - 1 ? list[size - 1] : -1, matrix[3][4]);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  MPI_Comm_free(&turned);
  MPI_Type_free(&column);
  free(columns);
  free(list);
  MPI_Finalize();
  return 0;
}
