/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=3 */
/* stderr: rank 1\b.*library.*exit code 3 */
/* stderr: gives up */
#include <err.h>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) errx(3, "gives up");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
