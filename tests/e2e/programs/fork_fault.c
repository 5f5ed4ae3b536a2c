/* SPDX-License-Identifier: Apache-2.0 */
/* A forked process ends by a signal: its parent learns the signal, and the job continues. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static void fault(int how) {
  if (how == 0) *(volatile int*)0 = 1;
  if (how == 1) abort();
  raise(SIGFPE);
}

/* The number of the signal, and of the bytes that the process has written to standard error. */
static void show(int how) {
  int errors[2], status = 0;
  CHECK(pipe(errors) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(errors[1], STDERR_FILENO);
    fault(how);
    _exit(0);
  }
  close(errors[1]);
  char text[512];
  const ssize_t bytes = read(errors[0], text, sizeof text);
  close(errors[0]);
  CHECK(waitpid(child, &status, 0) == child);
  printf("rank %d: %d: %d, signal %d, %zd bytes\n", world_rank(), how, WIFSIGNALED(status),
         WIFSIGNALED(status) ? WTERMSIG(status) : 0, bytes);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  signal(SIGSEGV, SIG_DFL); /* the installed MPI may have a handler */
  signal(SIGFPE, SIG_DFL);
  signal(SIGABRT, SIG_DFL);
  for (int how = 0; how < 3; ++how) show(how);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
