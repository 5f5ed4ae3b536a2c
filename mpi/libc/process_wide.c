/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that act on the process. They do what they do in a plain program, and print a warning
 * at their first use in a process with several ranks. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

extern bool bamboo_rank_warn_of_shared(const char* function, const char* what);

/* Each rank asks until no warning is left; later calls only read `is_done`. */
#define WARN_OF_SHARED(function, what)                                                          \
  do {                                                                                          \
    static bool is_done;                                                                        \
    if (!__atomic_load_n(&is_done, __ATOMIC_RELAXED))                                           \
      __atomic_store_n(&is_done, bamboo_rank_warn_of_shared(function, what), __ATOMIC_RELAXED); \
  } while (0)

static const char number[] =
    "the number of its process: files that are named by it collide, unless they are named by the "
    "rank, too";
static const char limit[] = "a limit of its process";
static const char timer[] =
    "the timer of its process, whose signal goes to every rank that handles it";

pid_t getpid(void) {
  WARN_OF_SHARED("getpid", number);
  return (pid_t)syscall(SYS_getpid);
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit* wanted) {
  WARN_OF_SHARED("setrlimit", limit);
  return prlimit(0, resource, wanted, NULL);
}
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64* wanted) {
  WARN_OF_SHARED("setrlimit64", limit);
  return prlimit64(0, resource, wanted, NULL);
}

int setitimer(__itimer_which_t which, const struct itimerval* wanted, struct itimerval* before) {
  WARN_OF_SHARED("setitimer", timer);
  return (int)syscall(SYS_setitimer, which, wanted, before);
}

unsigned alarm(unsigned seconds) {
  WARN_OF_SHARED("alarm", timer);
  const struct itimerval wanted = {.it_value = {.tv_sec = seconds}};
  struct itimerval before;
  syscall(SYS_setitimer, ITIMER_REAL, &wanted, &before);
  const struct timeval rest = before.it_value; /* never 0 while the timer runs */
  return (unsigned)rest.tv_sec + (rest.tv_usec >= 500000 || (rest.tv_sec == 0 && rest.tv_usec > 0));
}
