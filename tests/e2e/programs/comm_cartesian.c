/* SPDX-License-Identifier: Apache-2.0 */
/* Cartesian communicators: coordinates, shifts over edges and around, rows and columns. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], kind, dimensions;
  MPI_Dims_create(size, 2, dims);
  MPI_Comm grid, copy;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_dup(grid, &copy);
  MPI_Topo_test(copy, &kind);
  MPI_Cartdim_get(copy, &dimensions);
  MPI_Cart_get(copy, 2, dims, periods, coords);
  say("%d: %d x %d, at %d %d, %d %d\n", kind == MPI_CART, dims[0], dims[1], coords[0], coords[1], periods[0],
      periods[1]);
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  say("world: %d, dimensions %d\n", kind == MPI_UNDEFINED, dimensions);

  for (int d = 0; d < 2; ++d)
    for (int step = -2; step <= 2; ++step) {
      int from, to, got = -1;
      MPI_Cart_shift(grid, d, step, &from, &to);
      MPI_Sendrecv(&rank, 1, MPI_INT, to, d, &got, 1, MPI_INT, from, d, grid, MPI_STATUS_IGNORE);
      say("shift %d by %d: got %d\n", d, step, got);
    }
  int there[2] = {coords[0] + dims[0] * 3 + 1, 0}, target;
  MPI_Cart_rank(grid, there, &target);
  say("around: %d\n", target);

  for (int d = 0; d < 2; ++d) {
    int remain[2] = {d == 0, d == 1}, me, sum;
    MPI_Comm line;
    MPI_Cart_sub(grid, remain, &line);
    MPI_Comm_rank(line, &me);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, line);
    say("line %d: %d, sum %d\n", d, me, sum);
    MPI_Comm_free(&line);
  }
  /* A smaller grid: the last rank is not a member. */
  if (size > 1) {
    int one[1] = {size - 1}, around[1] = {1}, result;
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, one, around, 0, &ring);
    say("outside: %d\n", ring == MPI_COMM_NULL);
    if (ring != MPI_COMM_NULL) {
      MPI_Comm_compare(MPI_COMM_WORLD, ring, &result);
      say("unequal: %d\n", result == MPI_UNEQUAL);
      MPI_Comm_free(&ring);
    }
  }
  MPI_Comm_free(&copy);
  MPI_Comm_free(&grid);
  report();
  MPI_Finalize();
  return 0;
}
