/* SPDX-License-Identifier: Apache-2.0 */
/* A signal that another process sends reaches every rank that has a handler. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static volatile sig_atomic_t seen;

static void see(int number) {
  (void)number;
  seen = 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  /* The first rank, in the order of their numbers, of each process. */
  int process = (int)getpid(), *processes = malloc((size_t)ranks * sizeof *processes), sender = rank;
  MPI_Allgather(&process, 1, MPI_INT, processes, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = ranks; i-- > 0;) {
    if (processes[i] == process) sender = i;
  }
  signal(SIGUSR1, see);
  MPI_Barrier(MPI_COMM_WORLD);
  if (sender == rank) {
    const pid_t child = fork();
    if (child == 0) {
      kill(getppid(), SIGUSR1);
      _exit(0);
    }
    waitpid(child, NULL, 0);
  }
  int found = 0;
  while (!found) MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE), found = seen;
  printf("rank %d: seen\n", rank);
  free(processes);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
