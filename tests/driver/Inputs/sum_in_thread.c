/* SPDX-License-Identifier: Apache-2.0 */
/* A library whose thread calls MPI; with -DMAIN the program that uses it. */
#include <mpi.h>
#ifdef MAIN
#include <stdio.h>

int sum_in_thread(void);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  printf("sum %d\n", sum_in_thread());
  MPI_Finalize();
  return 0;
}
#else
#include <pthread.h>

static void* add_up(void* sum) {
  int one = 1;
  MPI_Allreduce(&one, sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return NULL;
}

int sum_in_thread(void) {
  int sum = -1;
  pthread_t thread;
  pthread_create(&thread, NULL, add_up, &sum);
  pthread_join(thread, NULL);
  return sum;
}
#endif
