/* SPDX-License-Identifier: Apache-2.0 */
/* One frame is larger than the stack: it ends the job, and no other rank's data change. */
/* fault: exit=nonzero */
/* stderr: rank 1: stack overflow: its stack has \d+ KiB; set BAMBOO_STACK_SIZE.*ulimit -s */
/* not-stderr: is wrong */
#include <string.h>

#include "../programs/check.h"

enum { FRAMES = 9 };

static void overflow(size_t bytes) {
  char frame[bytes];
  memset(frame, 1, bytes < 4096 ? bytes : 4096); /* the far end only */
  __asm__ volatile("" : : "r"(frame) : "memory");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  unsigned char own[1 << 20];
  memset(own, rank + 100, sizeof own);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    for (int megabytes = FRAMES; megabytes < 100; ++megabytes) overflow((size_t)megabytes << 20);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (size_t i = 0; i < sizeof own; ++i) {
    if (own[i] != rank + 100) fprintf(stderr, "rank %d: byte %zu is wrong\n", rank, i), exit(1);
  }
  MPI_Finalize();
  return 0;
}
