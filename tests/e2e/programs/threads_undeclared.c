/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: libs=-pthread ranks=1,2,4,8 */
/* MPI_Init alone, then main leaves MPI to threads and joins them, or computes beside them. */
#include <errno.h>
#include <pthread.h>

#include "check.h"

enum { ROUNDS = 6 };

static int rank, size, round_number;
static volatile int computed;

static void* communicates(void* sum) {
  int from_last = -1, of_all = -1;
  MPI_Request request;
  MPI_Irecv(&from_last, 1, MPI_INT, (rank + size - 1) % size, round_number, MPI_COMM_WORLD,
            &request);
  MPI_Ssend(&rank, 1, MPI_INT, (rank + 1) % size, round_number, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(from_last == (rank + size - 1) % size);
  MPI_Allreduce(&rank, &of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  *(long*)sum += of_all;
  return NULL;
}

static void compute(void) {
  for (int i = 0; i < 200000; i++) computed += i & 1;
}

int main(int argc, char** argv) {
  long sum = 0;
  int last = -1, token = -1;
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  for (round_number = 0; round_number < ROUNDS; round_number++) {
    pthread_t thread;
    pthread_create(&thread, NULL, communicates, &sum);
    if (round_number % 2 == rank % 2) compute();
    errno = 1000 + rank;
    pthread_join(thread, NULL);
    CHECK(errno == 1000 + rank);
    MPI_Bcast(&sum, 1, MPI_LONG, round_number % size, MPI_COMM_WORLD);
    /* From here on some ranks may have waited before another thread of theirs first calls. */
    token = rank;
    MPI_Sendrecv_replace(&token, 1, MPI_INT, (rank + 1) % size, 99, (rank + size - 1) % size, 99,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(token == (rank + size - 1) % size);
  }
  MPI_Scan(&rank, &last, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  printf("rank %d: %ld %d\n", rank, sum, last);
  MPI_Finalize();
  return 0;
}
