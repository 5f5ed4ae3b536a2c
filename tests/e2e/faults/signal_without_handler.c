/* SPDX-License-Identifier: Apache-2.0 */
/* All other ranks have a handler for the signal by which this one ends. */
/* fault: exit=nonzero */
/* not-stderr: handled by another|went on */
#include <signal.h>
#include <unistd.h>

#include "../programs/check.h"

static void handle(int number) {
  (void)number;
  if (write(STDERR_FILENO, "handled by another\n", 19) < 0) _exit(1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (world_rank() != 2) signal(SIGUSR2, handle);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 2) {
    raise(SIGUSR2);
    fprintf(stderr, "went on\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
