/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* stderr: warning: rank 1: MPI_Recv \(at .*other_elements\.c:13\) receives elements of type
 * MPI_FLOAT, but the message from rank 0, tag 3 has elements of type MPI_INT */
/* not-stderr: tag 4 */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int numbers[2] = {1, 2};
  float reals[2];
  if (world_rank() == 0) MPI_Send(numbers, 2, MPI_INT, 1, 3, MPI_COMM_WORLD);
  if (world_rank() == 1) MPI_Recv(reals, 2, MPI_FLOAT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (world_rank() == 2) MPI_Send(numbers, 2, MPI_INT, 3, 4, MPI_COMM_WORLD);
  if (world_rank() == 3) MPI_Recv(numbers, 8, MPI_BYTE, 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
