/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that a rank forks belong to the program: their end does not end the job. */
#define _GNU_SOURCE
#include <fcntl.h>
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

/* `cat` between two pipes, which the child puts where its standard input and output are. */
static void through_cat(const char* text, char* line, int room) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) return;
  const pid_t child = fork();
  if (child == 0) {
    dup2(in[0], fileno(stdin));
    dup2(out[1], fileno(stdout));
    execlp("cat", "cat", (char*)NULL);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  if (write(in[1], text, strlen(text)) < 0) strcpy(line, "not written");
  close(in[1]);
  const ssize_t bytes = read(out[0], line, room - 1);
  line[bytes > 0 ? bytes : 0] = 0;
  close(out[0]);
  waitpid(child, NULL, 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  char line[64] = "", passed[64] = "";
  FILE* echo = popen("echo from a pipe", "r");
  if (!fgets(line, sizeof line, echo)) strcpy(line, "nothing\n");
  const int closed = pclose(echo), command = system("exit 5");
  printf("rank %d: %d %d %d, %d %d, %s", rank, forked(0), forked(1), forked(2), closed,
         WEXITSTATUS(command), line);
  through_cat("through pipes", passed, sizeof passed);
  printf("rank %d: %s\n", rank, passed);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
