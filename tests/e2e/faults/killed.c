/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: process \d+ on \S+ was ended by signal 9 \(Killed\).*rank 1: MPI_Barrier.*last MPI calls */
#include <signal.h>
#include <unistd.h>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int kills = world_rank() == 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (kills) kill(getpid(), SIGKILL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
