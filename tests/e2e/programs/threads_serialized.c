/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: libs=-pthread ranks=1,2,4 */
/* MPI_THREAD_SERIALIZED: main waits for a thread that calls MPI in its place. */
#include <pthread.h>

#include "check.h"

static int rank, size;

static void* communicates(void* sum) {
  int flag = 1, from_last = -1;
  MPI_Is_thread_main(&flag);
  CHECK(!flag);
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &from_last, 1, MPI_INT,
               (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(from_last == (rank + size - 1) % size);
  MPI_Allreduce(&rank, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return NULL;
}

int main(int argc, char** argv) {
  int provided, sum = -1, last = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  CHECK(provided >= MPI_THREAD_SERIALIZED);
  rank = world_rank();
  size = world_size();
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, communicates, &sum);
    pthread_join(thread, NULL);
    MPI_Bcast(&sum, 1, MPI_INT, i % size, MPI_COMM_WORLD);
  }
  MPI_Scan(&rank, &last, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  printf("rank %d: %d %d\n", rank, sum, last);
  MPI_Finalize();
  return 0;
}
