/* SPDX-License-Identifier: Apache-2.0 */
/* The waits of a rank take the processes that this rank has forked, and no others. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

extern char** environ;

enum { CHILDREN = 3 };

static void handle_end(int signal) {
  (void)signal;
}

static pid_t forked(int code) {
  const pid_t child = fork();
  if (child == 0) _exit(code);
  return child;
}

static int is_in(pid_t child, const pid_t* children) {
  for (int i = 0; i < CHILDREN; ++i) {
    if (children[i] == child) return 1;
  }
  return 0;
}

/* Each child is reported once, with its own exit code. */
static void take_all(const pid_t* children, pid_t (*take)(int* status)) {
  int sum = 0;
  for (int i = 0; i < CHILDREN; ++i) {
    int status = 0;
    const pid_t child = take(&status);
    CHECK(is_in(child, children));
    CHECK(WIFEXITED(status));
    sum += WEXITSTATUS(status);
  }
  CHECK(sum == CHILDREN * world_rank() + CHILDREN * (CHILDREN - 1) / 2);
  CHECK(take(NULL) == -1 && errno == ECHILD);
}

static pid_t by_wait(int* status) {
  return wait(status);
}
static pid_t by_group(int* status) {
  return waitpid(0, status, 0);
}
static pid_t by_wait3(int* status) {
  struct rusage usage;
  return wait3(status, 0, &usage);
}
static pid_t by_looking(int* status) {
  pid_t child;
  while ((child = waitpid(-1, status, WNOHANG)) == 0) usleep(1000);
  return child;
}
static pid_t by_waitid(int* status) {
  siginfo_t info;
  if (waitid(P_ALL, 0, &info, WEXITED | WNOWAIT) != 0) return -1;
  if (waitid(P_PID, info.si_pid, &info, WEXITED) != 0) return -1;
  if (status) *status = info.si_status << 8;
  return info.si_pid;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  pid_t (*const ways[])(int*) = {by_wait, by_group, by_wait3, by_looking, by_waitid};
  const int count = sizeof ways / sizeof *ways;
  CHECK(wait(NULL) == -1 && errno == ECHILD);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int way = 0; way < count; ++way) {
    pid_t children[CHILDREN];
    for (int i = 0; i < CHILDREN; ++i) children[i] = forked(rank + i);
    MPI_Barrier(MPI_COMM_WORLD); /* those of all ranks are there */
    take_all(children, ways[way]);
  }
  /* A child of another rank is not a child of this rank, even if the rank uses its number. */
  int own = forked(rank), left, status = 0;
  MPI_Sendrecv(&own, 1, MPI_INT, (rank + 1) % size, 0, &left, 1, MPI_INT, (rank + size - 1) % size,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (size > 1) CHECK(waitpid(left, NULL, 0) == -1 && errno == ECHILD);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(waitpid(own, &status, 0) == own && WEXITSTATUS(status) == rank);
  /* A child that executes another program, and one that a signal ends beside a handler. */
  char* const words[] = {"sh", "-c", "exit 7", NULL};
  pid_t spawned;
  CHECK(posix_spawnp(&spawned, "sh", NULL, NULL, words, environ) == 0);
  CHECK(wait(&status) == spawned && WEXITSTATUS(status) == 7);
  signal(SIGCHLD, handle_end);
  pid_t killed = fork();
  if (killed == 0) pause();
  forked(0);
  kill(killed, SIGTERM);
  int by_signal = 0, ended = 0;
  while (wait(&status) > 0) {
    ++ended;
    by_signal += WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
  }
  CHECK(errno == ECHILD);
  printf("rank %d: %d of %d ended by the signal\n", rank, by_signal, ended);
  MPI_Finalize();
  return 0;
}
