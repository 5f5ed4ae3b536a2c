/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4,8 reference=openmpi */
/* Passive targets: exclusive and shared locks, counters, compare-and-swap, flushes, requests.
 * (MPICH 4.0 does not keep the order of accumulations of different sizes.) */
#include "check.h"

enum { ROUNDS = 25, LARGE = 100000 };

static int rank, size;

/* Read, add, write: only an exclusive lock makes it right. */
static void exclusive(void) {
  long* counter;
  MPI_Win win;
  MPI_Win_allocate(sizeof(long) * 2, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  counter[0] = counter[1] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ROUNDS; i++) {
    long both[2];
    const int target = (rank + i) % size;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Get(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
    MPI_Win_flush(target, win);
    CHECK(both[0] == -both[1]);
    ++both[0];
    --both[1];
    MPI_Put(both, 2, MPI_LONG, target, 0, 2, MPI_LONG, win);
    MPI_Win_unlock(target, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  CHECK(counter[0] == -counter[1]);
  const long mine = counter[0];
  MPI_Win_unlock(rank, win);
  long total = 0;
  MPI_Allreduce(&mine, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK(total == (long)ROUNDS * size);
  printf("rank %d: %ld of %ld\n", rank, mine, total);
  MPI_Win_free(&win);
}

/* Tickets that are drawn at once, and a lock made of compare-and-swap. */
static void atomics(void) {
  int* words; /* ticket, spin lock, guarded */
  MPI_Win win;
  MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  words[0] = words[1] = words[2] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const int one = 1, free_lock = 0, taken = 1;
  long sum = 0, all = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS; i++) {
    int ticket = -1;
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    CHECK(ticket >= 0 && ticket < ROUNDS * size);
    sum += ticket;

    int before = taken, value = 0;
    do {
      MPI_Compare_and_swap(&taken, &free_lock, &before, MPI_INT, 0, 1, win);
      MPI_Win_flush(0, win);
    } while (before != free_lock);
    MPI_Get(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    ++value;
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&free_lock, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    const long n = (long)ROUNDS * size;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    CHECK(words[0] == n && words[1] == 0 && words[2] == n && all == n * (n - 1) / 2);
    printf("tickets %d, guarded %d, sum %ld\n", words[0], words[2], all);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
}

/* Accumulations of one origin keep their order, with any sizes. */
static void order(void) {
  int* words;
  int* data = malloc(sizeof(int) * LARGE);
  MPI_Win win;
  MPI_Win_allocate(sizeof(int) * LARGE, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  for (int i = 0; i < LARGE; i++) data[i] = i + rank, words[i] = -5;
  MPI_Barrier(MPI_COMM_WORLD);
  const int target = (rank + 1) % size, last = 77;
  int seen = 0, old = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
  MPI_Accumulate(data, LARGE, MPI_INT, target, 0, LARGE, MPI_INT, MPI_REPLACE, win);
  MPI_Get_accumulate(NULL, 0, MPI_INT, &seen, 1, MPI_INT, target, LARGE - 1, 1, MPI_INT, MPI_NO_OP,
                     win);
  MPI_Get_accumulate(&last, 1, MPI_INT, &old, 1, MPI_INT, target, 5, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_unlock(target, win);
  CHECK(seen == LARGE - 1 + rank && old == 5 + rank);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, MPI_MODE_NOCHECK, win);
  CHECK(words[5] == last && words[6] == 6 + (rank + size - 1) % size);
  printf("rank %d: %d %d %d\n", rank, seen, old, words[LARGE - 1]);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  free(data);
}

static void requests(void) {
  double* window;
  double in[8], got[8], before[8];
  MPI_Request all[3];
  MPI_Status statuses[3];
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window,
                   &win);
  for (int i = 0; i < 16; i++) window[i] = i;
  for (int i = 0; i < 8; i++) in[i] = 10 * rank + i, got[i] = before[i] = -1;
  MPI_Barrier(MPI_COMM_WORLD);
  const int target = (rank + 1) % size;
  MPI_Win_lock_all(0, win);
  MPI_Rput(in, 8, MPI_DOUBLE, target, 0, 8, MPI_DOUBLE, win, &all[0]);
  MPI_Rget(got, 8, MPI_DOUBLE, target, 8, 8, MPI_DOUBLE, win, &all[1]);
  MPI_Rget(got, 8, MPI_DOUBLE, MPI_PROC_NULL, 0, 8, MPI_DOUBLE, win, &all[2]);
  MPI_Waitall(3, all, statuses);
  CHECK(all[0] == MPI_REQUEST_NULL && all[2] == MPI_REQUEST_NULL);
  for (int i = 0; i < 8; i++) CHECK(got[i] == 8 + i);
  MPI_Win_flush(target, win);
  MPI_Rget_accumulate(in, 8, MPI_DOUBLE, before, 8, MPI_DOUBLE, target, 0, 8, MPI_DOUBLE, MPI_SUM,
                      win, &all[0]);
  MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  for (int i = 0; i < 8; i++) CHECK(before[i] == in[i]);
  MPI_Raccumulate(in, 8, MPI_DOUBLE, target, 8, 8, MPI_DOUBLE, MPI_MAX, win, &all[0]);
  int done = 0;
  while (!done) MPI_Test(&all[0], &done, MPI_STATUS_IGNORE);
  MPI_Win_flush_local_all(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  printf("rank %d: %lx\n", rank, hash_bytes(window, 16 * sizeof(double)));
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  exclusive();
  atomics();
  order();
  requests();
  MPI_Finalize();
  return 0;
}
