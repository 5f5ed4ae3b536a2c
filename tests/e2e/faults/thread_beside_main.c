/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank 1: MPI_Send is called \(at .*thread_beside_main\.c:13\) on another thread than the
 * one that runs main\(\), which is in MPI_Recv \(at .*thread_beside_main\.c:22\): two threads in
 * MPI at a time need MPI_THREAD_MULTIPLE, and the rank has MPI_THREAD_FUNNELED */
#include <pthread.h>
#include <unistd.h>

#include "../programs/check.h"

static void* sends(void* word) {
  usleep(300000); /* main is in MPI_Recv then */
  MPI_Send(word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  return NULL;
}
int main(int argc, char** argv) {
  int provided, word = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (world_rank() == 1) {
    pthread_t thread;
    pthread_create(&thread, NULL, sends, &word);
    MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
