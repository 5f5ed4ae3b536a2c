/* SPDX-License-Identifier: Apache-2.0 */
/* setjmp and longjmp within a rank, over frames that have waited for messages. */
#include <setjmp.h>

#include "check.h"

static jmp_buf back;
static int rank, size;

static void work(int depth) {
  int value = depth;
  MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(value == depth);
  if (depth == 5) longjmp(back, 100 + rank);
  work(depth + 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  volatile int jumps = 0;
  int code = setjmp(back);
  if (jumps++ < 4) work(0);
  CHECK(code == 100 + rank);
  printf("rank %d: back with %d after %d jumps\n", rank, code, jumps);
  MPI_Finalize();
  return 0;
}
