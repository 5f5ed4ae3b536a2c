/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* stderr: warning: rank 1 never received the message of 12 bytes from rank 2, tag 7, MPI_COMM_WORLD
 * \(and 1 more such message\) */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int values[3] = {1, 2, 3};
  for (int i = 0; i < 2; i++)
    if (world_rank() == 2) MPI_Send(values, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
