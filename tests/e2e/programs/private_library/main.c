/* SPDX-License-Identifier: Apache-2.0 */
/* Every rank has its own copy of a library with state. Data of a thread there also belong to the rank, before and
 * after waiting. The program itself has no thread_local data. */
#include "../check.h"
#include "counter.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int* const where = next_of_thread();
  for (int round = 0; round < 50; round++) {
    int token = rank;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, &token, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(token == size * (size - 1) / 2);
    CHECK(next_number() == round + 1);
    CHECK(next_of_thread() == where && *where == 7 + round);
  }
  printf("rank %d: %d %d\n", rank, next_number(), *next_of_thread());
  MPI_Finalize();
  return 0;
}
