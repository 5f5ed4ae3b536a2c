/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that a rank forks are the program's own: however they end, the job goes on. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int forked(int how) {
  fflush(stdout);
  const pid_t child = fork();
  int status = -1;
  if (child == 0) {
    if (how == 0) exit(3);
    if (how == 1) _exit(4);
    execl("/nowhere/no/program", "none", (char*)NULL);
    _exit(127);
  }
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  char line[64] = "";
  FILE* echo = popen("echo from a pipe", "r");
  if (!fgets(line, sizeof line, echo)) strcpy(line, "nothing\n");
  const int closed = pclose(echo), command = system("exit 5");
  printf("rank %d: %d %d %d, %d %d, %s", rank, forked(0), forked(1), forked(2), closed,
         WEXITSTATUS(command), line);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
