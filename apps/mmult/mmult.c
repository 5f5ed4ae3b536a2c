/* SPDX-License-Identifier: Apache-2.0 */
/* C = A B on a square grid of ranks, MPI-basic: multiply a panel of A and one of B, then pass both
 * on and wait for the next ones (Thyme, MMULT). */
#include "panels.h"

int main(int argc, char** argv) {
  struct grid grid;
  struct blocks blocks;
  struct panels panels;
  const int status = set_up_panels(argc, argv, "mmult", &grid, &blocks, &panels);
  if (status >= 0) return status;
  double* C = allocate(blocks.elements, sizeof(double));
  const struct peers to = panels.peers;
  const struct range whole = {0, panels.width};
  const int last = grid.side - 1;

  MPI_Barrier(grid.comm);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    for (int step = 0; step <= last; step++) {
      for (int p = 0; p < PANELS; p++) {
        multiply_part_of_panel(&panels, p, whole, step + p > 0, C);
        if (step == last) continue;
        MPI_Sendrecv(panels.A[p], panels.elements, MPI_DOUBLE, to.a_to, 0, panels.rA,
                     panels.elements, MPI_DOUBLE, to.a_from, 0, to.comm, MPI_STATUS_IGNORE);
        MPI_Sendrecv(panels.B[p], panels.elements, MPI_DOUBLE, to.b_to, 1, panels.rB,
                     panels.elements, MPI_DOUBLE, to.b_from, 1, to.comm, MPI_STATUS_IGNORE);
        take_panel(&panels, p);
      }
    }
  }
  const double seconds = MPI_Wtime() - begin;

  return finish_panels(&grid, &blocks, &panels, C, seconds);
}
