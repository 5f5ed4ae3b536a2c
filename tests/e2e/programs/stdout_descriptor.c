/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptor 1 is the rank's own: replacing or closing it changes no other rank's output. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static void print_file(FILE* file) {
  char line[100];
  rewind(file);
  while (fgets(line, sizeof line, file)) printf("rank %d: the file has %s", world_rank(), line);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  printf("rank %d: first\n", rank);
  fflush(stdout);
  FILE* file = tmpfile();
  const int kept = dup(STDOUT_FILENO);
  CHECK(dup2(fileno(file), STDOUT_FILENO) == STDOUT_FILENO);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("printed by %d\n", rank);
  fflush(stdout);
  char text[40];
  const int bytes = snprintf(text, sizeof text, "written by %d\n", rank);
  CHECK(write(STDOUT_FILENO, text, (size_t)bytes) == bytes);
  const pid_t child = fork();
  if (child == 0) {
    execlp("echo", "echo", "echoed", (char*)NULL);
    _exit(127);
  }
  waitpid(child, NULL, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(dup2(kept, STDOUT_FILENO) == STDOUT_FILENO);
  close(kept);
  print_file(file);
  fclose(file);
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) CHECK(close(STDOUT_FILENO) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d: last\n", rank);
  MPI_Finalize();
  return 0;
}
