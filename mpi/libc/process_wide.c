/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that concern the process: they do what they do in a plain program, with a warning at
 * the first use in a process with several ranks. */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

extern void bamboo_rank_warn_of_shared(const char* function, const char* what);

static const char number[] =
    "the number of its process: files that are named by it collide, unless they are named by the "
    "rank, too";
static const char limit[] = "a limit of its process";
static const char timer[] =
    "the timer of its process, whose signal goes to every rank that handles it";

pid_t getpid(void) {
  bamboo_rank_warn_of_shared("getpid", number);
  return (pid_t)syscall(SYS_getpid);
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit* wanted) {
  bamboo_rank_warn_of_shared("setrlimit", limit);
  return prlimit(0, resource, wanted, NULL);
}
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64* wanted) {
  bamboo_rank_warn_of_shared("setrlimit64", limit);
  return prlimit64(0, resource, wanted, NULL);
}

int setitimer(__itimer_which_t which, const struct itimerval* wanted, struct itimerval* before) {
  bamboo_rank_warn_of_shared("setitimer", timer);
  return (int)syscall(SYS_setitimer, which, wanted, before);
}

unsigned alarm(unsigned seconds) {
  bamboo_rank_warn_of_shared("alarm", timer);
  const struct itimerval wanted = {.it_value = {.tv_sec = seconds}};
  struct itimerval before;
  syscall(SYS_setitimer, ITIMER_REAL, &wanted, &before);
  const struct timeval rest = before.it_value; /* never 0 while the timer runs */
  return (unsigned)rest.tv_sec + (rest.tv_usec >= 500000 || (rest.tv_sec == 0 && rest.tv_usec > 0));
}
