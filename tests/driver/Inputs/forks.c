/* SPDX-License-Identifier: Apache-2.0 */
/* A forked process ends while its parent continues. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const pid_t child = fork();
  if (child == 0) exit(7);
  int status = 0;
  waitpid(child, &status, 0);
  printf("forked: exit status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  MPI_Finalize();
  return 0;
}
