/* SPDX-License-Identifier: Apache-2.0 */
/* Cartesian topologies: numbering, periodic and open edges, rows and columns as communicators. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int dims[2] = {0, 0}, periods[2] = {1, 0}, at[2], r, up, down, left, right, ndims, status;
  MPI_Dims_create(size, 2, dims);
  CHECK(dims[0] * dims[1] == size && dims[0] >= dims[1]);
  MPI_Comm grid, row, column;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Topo_test(grid, &status);
  MPI_Cartdim_get(grid, &ndims);
  CHECK(status == MPI_CART && ndims == 2);
  MPI_Cart_coords(grid, rank, 2, at);
  CHECK(at[0] == rank / dims[1] && at[1] == rank % dims[1]);
  MPI_Cart_rank(grid, at, &r);
  CHECK(r == rank);
  int beyond[2] = {at[0] + dims[0], at[1]};
  MPI_Cart_rank(grid, beyond, &r); /* periodic: wraps */
  CHECK(r == rank);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  CHECK(up == (at[0] + dims[0] - 1) % dims[0] * dims[1] + at[1]);
  CHECK((right == MPI_PROC_NULL) == (at[1] == dims[1] - 1));
  int value = rank, from = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, down, 0, &from, 1, MPI_INT, up, 0, grid, MPI_STATUS_IGNORE);
  CHECK(from == up);
  from = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, right, 0, &from, 1, MPI_INT, left, 0, grid, MPI_STATUS_IGNORE);
  CHECK(from == (left == MPI_PROC_NULL ? -1 : left));

  int keep_row[2] = {0, 1}, keep_column[2] = {1, 0}, row_sum, column_sum;
  MPI_Cart_sub(grid, keep_row, &row);
  MPI_Cart_sub(grid, keep_column, &column);
  MPI_Allreduce(&rank, &row_sum, 1, MPI_INT, MPI_SUM, row);
  MPI_Allreduce(&rank, &column_sum, 1, MPI_INT, MPI_SUM, column);
  int got_dims[2], got_periods[2], got_at[2];
  MPI_Cart_get(grid, 2, got_dims, got_periods, got_at);
  CHECK(got_dims[0] == dims[0] && got_periods[0] && !got_periods[1] && got_at[1] == at[1]);
  printf("rank %d: (%d, %d), row %d, column %d\n", rank, at[0], at[1], row_sum, column_sum);

  int line = size > 1 ? size - 1 : 1, open = 0; /* fewer places than ranks */
  MPI_Comm chain;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &line, &open, 0, &chain);
  CHECK((chain == MPI_COMM_NULL) == (rank >= line));
  if (chain != MPI_COMM_NULL) MPI_Comm_free(&chain);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
