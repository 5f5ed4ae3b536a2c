/* SPDX-License-Identifier: Apache-2.0 */
/* Cannon's algorithm for C = A B on a square grid of ranks, MPI-basic (SC'12, Fig. 5): rotate, then
 * multiply. Through bamboocc it is Bamboo-basic. Each further product begins with the blocks that
 * the ranks have. */
#include "grid.h"

#pragma bamboo dimension 2

int main(int argc, char** argv) {
  struct grid grid;
  struct blocks blocks;
  const int status = set_up(argc, argv, "cannon", &grid, &blocks);
  if (status >= 0) return status;
  const struct peers p = grid.peers;
  const int n = blocks.n, elements = blocks.elements;
  double *A = allocate(elements, sizeof(double)), *B = allocate(elements, sizeof(double)),
         *C = allocate(elements, sizeof(double));
  double *rA = allocate(elements, sizeof(double)), *rB = allocate(elements, sizeof(double));
  fill(&blocks, A, B);
  fill(&blocks, rA, rB); /* what is multiplied when nothing comes in */

  MPI_Barrier(grid.comm);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout OneNeighborBackward X Y
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    multiply(n, A, B, 0, C);
    for (int step = 1; step < grid.side; step++) {
      MPI_Request request[2];
#pragma bamboo receive
      {
        MPI_Irecv(rA, elements, MPI_DOUBLE, p.a_from, 0, p.comm, &request[0]);
        MPI_Irecv(rB, elements, MPI_DOUBLE, p.b_from, 1, p.comm, &request[1]);
      }
#pragma bamboo send
      {
        MPI_Send(A, elements, MPI_DOUBLE, p.a_to, 0, p.comm);
        MPI_Send(B, elements, MPI_DOUBLE, p.b_to, 1, p.comm);
      }
      MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
      swap(&A, &rA);
      swap(&B, &rB);
      multiply(n, A, B, 1, C);
    }
  }
  const double seconds = MPI_Wtime() - begin;

  free_operands(A, B, rA, rB);
  return finish("cannon", &grid, &blocks, C, seconds);
}
