/* SPDX-License-Identifier: Apache-2.0 */
/* Each rank has its own handlers and mask. A signal that a rank raises calls its own handler. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

static volatile sig_atomic_t first, second, with_info, ignored;
static sigjmp_buf back;

static void count_first(int number) {
  first += number == SIGUSR1;
}
static void count_second(int number) {
  second += number == SIGUSR1;
}
static void count_info(int number, siginfo_t* info, void* context) {
  (void)context;
  with_info += number == SIGUSR2 && info->si_signo == number;
}
static void recover(int number) {
  siglongjmp(back, number);
}

static int blocked(int number) {
  sigset_t now;
  CHECK(sigprocmask(SIG_SETMASK, NULL, &now) == 0);
  return sigismember(&now, number);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  signal(SIGUSR1, rank % 2 ? count_first : count_second); /* MPICH has one of its own */
  struct sigaction action = {.sa_sigaction = count_info, .sa_flags = SA_SIGINFO}, old;
  if (rank % 3 == 0) CHECK(sigaction(SIGUSR2, &action, NULL) == 0);
  if (rank % 3 != 0) CHECK(signal(SIGUSR2, SIG_IGN) == SIG_DFL);
  for (int i = 0; i < 10; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (i % 2) raise(SIGUSR1);
    else kill(getpid(), SIGUSR1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (i <= rank) raise(SIGUSR2);
  }
  printf("rank %d: %d %d %d\n", rank, (int)first, (int)second, (int)with_info);
  CHECK(sigaction(SIGUSR2, NULL, &old) == 0);
  CHECK(rank % 3 ? old.sa_handler == SIG_IGN : old.sa_sigaction == count_info);
  CHECK(signal(SIGUSR1, SIG_DFL) == (rank % 2 ? count_first : count_second));

  /* The mask of a rank is kept while others run, and blocked signals stay pending. */
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  signal(SIGUSR1, count_first);
  first = 0;
  if (rank % 2) CHECK(sigprocmask(SIG_BLOCK, &mask, NULL) == 0);
  for (int i = 0; i < 10; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(blocked(SIGUSR1) == rank % 2);
  }
  if (rank % 2 == 0) raise(SIGUSR1);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(first == (rank % 2 == 0));
  if (rank % 2) {
    raise(SIGUSR1);
    CHECK(first == 0);
  }
  for (int i = 0; i < 10; i++) MPI_Barrier(MPI_COMM_WORLD);
  if (rank % 2) {
    CHECK(first == 0);
    CHECK(sigprocmask(SIG_UNBLOCK, &mask, NULL) == 0);
    CHECK(first == 1);
  }

  /* Faults, from which a handler jumps away, and a handler for one time. */
  signal(SIGSEGV, recover);
  for (int i = 0; i < 3; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    volatile int* volatile nowhere = NULL;
    const int number = sigsetjmp(back, 1);
    if (number == 0) *nowhere = 1;
    printf("rank %d: back from signal %d\n", rank, number);
  }
  action.sa_flags |= SA_RESETHAND;
  with_info = 0;
  CHECK(sigaction(SIGUSR2, &action, NULL) == 0);
  raise(SIGUSR2);
  CHECK(with_info == 1);
  CHECK(sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
  MPI_Finalize();
  return 0;
}
