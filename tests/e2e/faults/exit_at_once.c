/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=6 */
/* stderr: rank 1\b.*exit code 6 */
/* not-stderr: library */
#include <unistd.h>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) _exit(6);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
