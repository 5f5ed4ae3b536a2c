/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=0 */
/* stderr: rank 2: MPI_Send is called \(at .*thread_undeclared\.c:10\) on another thread than the one
 * that runs main\(\), which needs MPI_THREAD_SERIALIZED: the rank has MPI_THREAD_SINGLE \(printed */
#include <pthread.h>

#include "../programs/check.h"

static void* sends(void* word) {
  MPI_Send(word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  return NULL;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int word = world_rank();
  if (word == 2) {
    pthread_t thread;
    pthread_create(&thread, NULL, sends, &word);
    pthread_join(thread, NULL);
  } else if (word == 0) {
    MPI_Recv(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(word == 2);
  }
  MPI_Finalize();
  return 0;
}
