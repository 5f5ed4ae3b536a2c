/* SPDX-License-Identifier: Apache-2.0 */
/* The target computes without calling MPI until the origin has accessed its memory in all ways: lock, put, get,
 * accumulate, fetch, swap, unlock. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank;
  long* words;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  if (rank == 1) {
    const volatile long* last = &words[3];
    const double until = MPI_Wtime() + 300; /* a guard against hanging alone */
    unsigned long steps = 0;
    while (*last == 0)
      if (++steps % 1000000 == 0 && MPI_Wtime() > until) return 1;
    printf("rank 1: %ld %ld %ld %ld\n", words[0], words[1], words[2], words[3]);
  } else if (rank == 0) {
    const long given[3] = {1, 2, 3}, ten = 10, thirteen = 13, done = 1;
    long got[3] = {0}, before = 0, swapped = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(given, 3, MPI_LONG, 1, 0, 3, MPI_LONG, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&ten, 1, MPI_LONG, 1, 1, 1, MPI_LONG, MPI_SUM, win);
    MPI_Fetch_and_op(&ten, &before, MPI_LONG, 1, 2, MPI_SUM, win);
    MPI_Compare_and_swap(&ten, &thirteen, &swapped, MPI_LONG, 1, 2, win);
    MPI_Win_flush(1, win);
    MPI_Get(got, 3, MPI_LONG, 1, 0, 3, MPI_LONG, win);
    MPI_Win_unlock(1, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&done, 1, MPI_LONG, 1, 3, 1, MPI_LONG, win);
    MPI_Win_unlock(1, win);
    printf("rank 0: %ld %ld %ld, %ld %ld\n", got[0], got[1], got[2], before, swapped);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
