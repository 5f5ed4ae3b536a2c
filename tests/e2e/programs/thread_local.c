/* SPDX-License-Identifier: Apache-2.0 */
/* thread_local data belongs to the rank, whichever thread runs it, before and after waiting. */
#include <errno.h>

#include "check.h"

static _Thread_local int mine = 5;
static _Thread_local double array[1000];
_Thread_local long exported = -1;

static __attribute__((noinline)) int* address(void) {
  return &mine;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  CHECK(mine == 5 && exported == -1);
  mine = rank * 3;
  exported = rank * 5;
  int* where = address();
  for (int i = 0; i < 1000; i++) array[i] = rank + i;
  for (int round = 0; round < 20; round++) {
    errno = rank + 1;
    int token = mine;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(token == (rank + size - 1) % size * 3 + round);
    CHECK(mine == rank * 3 + round && exported == rank * 5);
    CHECK(where == address() && *where == mine);
    mine++;
  }
  CHECK(array[999] == rank + 999);
  printf("rank %d: %d %ld %.0f\n", rank, mine, exported, array[500]);
  MPI_Finalize();
  return 0;
}
