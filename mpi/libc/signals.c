/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of signals, and the signal mask, are the rank's own. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

extern int bamboo_rank_sigaction(int, const struct sigaction*, struct sigaction*);
extern int bamboo_rank_sigmask(int, const sigset_t*, sigset_t*);

int sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  return bamboo_rank_sigaction(number, action, old);
}

static sighandler_t set(int number, sighandler_t handler, int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

sighandler_t signal(int number, sighandler_t handler) {
  return set(number, handler, SA_RESTART);
}
sighandler_t bsd_signal(int number, sighandler_t handler) {
  return set(number, handler, SA_RESTART);
}
/* signal() in strict ISO C, as <signal.h> names it. */
sighandler_t __sysv_signal(int number, sighandler_t handler) {
  return set(number, handler, SA_RESETHAND | SA_NODEFER);
}
sighandler_t sysv_signal(int number, sighandler_t handler) {
  return set(number, handler, SA_RESETHAND | SA_NODEFER);
}

int pthread_sigmask(int how, const sigset_t* mask, sigset_t* old) {
  return bamboo_rank_sigmask(how, mask, old);
}
int sigprocmask(int how, const sigset_t* mask, sigset_t* old) {
  const int error = bamboo_rank_sigmask(how, mask, old);
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}

/* A signal to the process itself goes to the rank that sends it. */
int kill(pid_t process, int number) {
  if (process != (pid_t)syscall(SYS_getpid)) return (int)syscall(SYS_kill, process, number);
  return (int)syscall(SYS_tgkill, process, gettid(), number);
}
