/* SPDX-License-Identifier: Apache-2.0 */
/* Communication from deep recursion, large frames, alloca, functions called through pointers. */
#include <alloca.h>

#include "check.h"

static int rank, size;

static long descend(int depth, long value) {
  volatile char frame[1024];
  frame[depth % 1024] = (char)depth;
  if (depth % 100 == 0)
    MPI_Sendrecv_replace(&value, 1, MPI_LONG, (rank + 1) % size, depth, (rank + size - 1) % size,
                         depth, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (depth == 0) return value;
  const long below = descend(depth - 1, value + 1);
  return below + frame[depth % 1024] - (char)depth;
}

/* The sum of a range by halves: every level's right half is done by asking all ranks. */
static long tree_sum(long low, long high) {
  if (high - low < 100) {
    long mine = 0, all;
    for (long i = low; i < high; i++)
      if (i % size == rank) mine += i;
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }
  const long middle = (low + high) / 2;
  return tree_sum(low, middle) + tree_sum(middle, high);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  const long deep = descend(2000, rank);
  CHECK(tree_sum(0, 2000) == 1999000);
  long (*volatile function)(int, long) = descend;
  double* space = alloca(200000 * sizeof *space);
  for (int i = 0; i < 200000; i++) space[i] = i;
  const long again = function(300, rank);
  CHECK(space[199999] == 199999);
  printf("rank %d: %ld %ld\n", rank, deep, again);
  MPI_Finalize();
  return 0;
}
