/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 env=BAMBOO_DEADLOCK_SECONDS=0.3 */
/* not-stderr: (?i)deadlock */
#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (world_rank() == 2) { /* computes while all others wait, longer than the limit */
    const double begin = MPI_Wtime();
    volatile double sum = 0;
    while (MPI_Wtime() - begin < 1.5) sum += 1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
