/* SPDX-License-Identifier: Apache-2.0 */
/* Cannon's algorithm, MPI-olap: restructured by hand in split phases. The blocks of the next step
 * travel while those of this step are multiplied. */
#include "grid.h"
#include "split_phase.h"

int main(int argc, char** argv) {
  option.polls = 16;
  struct grid grid;
  struct blocks blocks;
  const int status = set_up(argc, argv, "cannon_olap", &grid, &blocks);
  if (status >= 0) return status;
  const int n = blocks.n, last = grid.side - 1;
  double *A = allocate(blocks.elements, sizeof(double)),
         *rA = allocate(blocks.elements, sizeof(double));
  double *B = allocate(blocks.elements, sizeof(double)),
         *rB = allocate(blocks.elements, sizeof(double));
  double* C = allocate(blocks.elements, sizeof(double));
  fill(&blocks, A, B);
  fill(&blocks, rA, rB); /* what is multiplied when nothing comes in */

  MPI_Barrier(grid.comm);
  const double begin = MPI_Wtime();
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    for (int step = 0; step < last; step++) {
      MPI_Request rotation[ROTATION];
      begin_rotation(&grid.peers, blocks.elements, A, B, rA, rB, rotation);
      multiply_and_poll(n, A, B, step > 0, C, ROTATION, rotation);
      MPI_Waitall(ROTATION, rotation, MPI_STATUSES_IGNORE);
      swap(&A, &rA);
      swap(&B, &rB);
    }
    multiply(n, A, B, last > 0, C);
  }
  const double seconds = MPI_Wtime() - begin;

  free_operands(A, B, rA, rB);
  return finish("cannon", &grid, &blocks, C, seconds);
}
