/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero env=BAMBOO_STRICT=1 */
/* stderr: rank 1: MPI_Send is called \(at .*thread_of_funneled\.c:13\) on another thread */
/* stderr: needs MPI_THREAD_SERIALIZED: the rank has MPI_THREAD_FUNNELED */
#include <pthread.h>

#include "../programs/check.h"

static void* sends(void* unused) {
  int flag = 1;
  MPI_Is_thread_main(&flag);
  CHECK(!flag);
  MPI_Send(&flag, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char** argv) {
  int provided, word;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (world_rank() == 1) {
    pthread_t thread;
    pthread_create(&thread, NULL, sends, NULL);
    pthread_join(thread, NULL);
  } else if (world_rank() == 0) {
    MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
