/* SPDX-License-Identifier: Apache-2.0 */
/* When a receive block posts its receives is not the program's affair. */
/* fault: exit=0 */
/* not-stderr: posted no receive */
#include <mpi.h>
#pragma bamboo dimension 1
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, out, in = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank ? rank - 1 : MPI_PROC_NULL,
            right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  for (int round = 0; round < 5; round++) {
#pragma bamboo olap layout NearestNeighbor
    {
#pragma bamboo send
      {
        out = rank + round;
        MPI_Rsend(&out, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
      }
#pragma bamboo receive
      {
        MPI_Recv(&in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      out += in;
    }
  }
  MPI_Finalize();
  return 0;
}
