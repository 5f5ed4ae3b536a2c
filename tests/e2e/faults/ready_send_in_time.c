/* SPDX-License-Identifier: Apache-2.0 */
/* Every receive is posted before the barrier, and every ready send starts after it. */
/* fault: exit=0 */
/* not-stderr: posted no receive */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int size = world_size(), to = (world_rank() + 1) % size;
  int out = 1, in[3];
  MPI_Request receives[3], sends[2];
  for (int i = 0; i < 3; i++)
    MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &receives[i]);
  MPI_Rsend_init(&out, 1, MPI_INT, to, 2, MPI_COMM_WORLD, &sends[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rsend(&out, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
  MPI_Irsend(&out, 1, MPI_INT, to, 1, MPI_COMM_WORLD, &sends[0]);
  MPI_Start(&sends[1]);
  MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  MPI_Waitall(3, receives, MPI_STATUSES_IGNORE);
  MPI_Request_free(&sends[1]);
  MPI_Finalize();
  return 0;
}
