/* SPDX-License-Identifier: Apache-2.0 */
/* A thread of each rank, or main() in a parallel region ("region"), calls MPI; before that the
 * ranks have waited for each other ("late"). With thread_local data if compiled so. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int rank, size, sum;
#ifdef WITH_THREAD_LOCAL
static _Thread_local int mine;
#else
static int mine;
#endif

static void* add_up(void* unused) {
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = 100 + rank;
  if (argc > 2 && strcmp(argv[2], "late") == 0) MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(argv[1], "region") == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      add_up(NULL);
    }
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, add_up, NULL);
    pthread_join(thread, NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: %d, %d\n", rank, sum, mine);
  MPI_Finalize();
  return 0;
}
