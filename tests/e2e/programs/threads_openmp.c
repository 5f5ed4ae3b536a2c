/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: flags=-fopenmp env=OMP_NUM_THREADS=3 env=OMP_WAIT_POLICY=passive ranks=1,2,4,8 */
/* MPI_THREAD_MULTIPLE inside of parallel regions: each thread of a team talks to its like in other
 * ranks, one of them on behalf of all, and the rank's own thread waits for them at barriers. */
#include <omp.h>

#include "check.h"

enum { ROUNDS = 30, TEAM = 3 };

static int calls_of_thread;
#pragma omp threadprivate(calls_of_thread)

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  const int rank = world_rank(), size = world_size();
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Comm comms[TEAM];
  for (int t = 0; t < TEAM; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
  long sum = 0;
  int calls = 0, mains = 0;
#pragma omp parallel num_threads(TEAM) reduction(+ : sum, calls, mains)
  {
    const int me = omp_get_thread_num();
    int flag;
    MPI_Is_thread_main(&flag);
    CHECK(flag == (me == 0));
    mains += flag;
    for (int i = 0; i < ROUNDS; i++) {
      int word = 1000 * rank + 10 * i + me, all;
      MPI_Sendrecv_replace(&word, 1, MPI_INT, next, me, last, me, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
      CHECK(word == 1000 * last + 10 * i + me);
      MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_MAX, comms[me]);
      CHECK(all == 1000 * (size - 1) + 10 * i + me);
      sum += word;
      calls_of_thread++;
#pragma omp barrier
#pragma omp single
      MPI_Barrier(MPI_COMM_WORLD);
#pragma omp critical
      {
        MPI_Request request;
        int back = -1;
        MPI_Irecv(&back, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, &request);
        MPI_Send(&word, 1, MPI_INT, rank, 99, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(back == word);
      }
    }
    calls += calls_of_thread;
  }
  CHECK(calls == TEAM * ROUNDS && mains == 1);
  /* Loops whose teams of threads change, with another size in each rank. */
  for (int i = 0; i < 5; i++) {
    long part = 0;
#pragma omp parallel for num_threads(1 + (rank + i) % 4) reduction(+ : part)
    for (int k = 0; k < 8; k++) {
      int word = 8 * rank + k;
      MPI_Sendrecv_replace(&word, 1, MPI_INT, rank, 200 + k, rank, 200 + k, MPI_COMM_WORLD,
                           MPI_STATUS_IGNORE);
      part += word;
    }
    MPI_Allreduce(MPI_IN_PLACE, &part, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    sum += part;
  }
  printf("rank %d: %ld\n", rank, sum);
  for (int t = 0; t < TEAM; t++) MPI_Comm_free(&comms[t]);
  MPI_Finalize();
  return 0;
}
