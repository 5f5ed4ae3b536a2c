/* SPDX-License-Identifier: Apache-2.0 */
/* A line that a rank has printed is not printed again by a process that it forks. */
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* as it is on a terminal */
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  printf("rank %d: before\n", rank);
  const pid_t child = fork();
  if (child == 0) {
    printf("rank %d: child\n", rank);
    exit(0);
  }
  waitpid(child, NULL, 0);
  printf("rank %d: after\n", rank);
  MPI_Finalize();
  return 0;
}
