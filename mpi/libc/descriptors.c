/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptors 0 and 1 are the rank's own: the process has other numbers for them. All other
 * descriptors are the process's. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

extern int bamboo_rank_stdin_descriptor(void);
extern int bamboo_rank_stdout_descriptor(void);
extern int bamboo_rank_replace_stdout(int descriptor);
extern int bamboo_rank_close_stdout(void);
extern int bamboo_rank_shares_process(void);
extern _Bool bamboo_rank_warn_of_shared(const char* function, const char* what);

static int own(int descriptor) {
  if (descriptor == 0) return bamboo_rank_stdin_descriptor();
  return descriptor == 1 ? bamboo_rank_stdout_descriptor() : descriptor;
}

ssize_t read(int descriptor, void* buffer, size_t size) {
  extern ssize_t __read(int, void*, size_t);
  return __read(own(descriptor), buffer, size);
}
ssize_t __read_chk(int descriptor, void* buffer, size_t size, size_t room) {
  extern void __chk_fail(void) __attribute__((noreturn));
  if (size > room) __chk_fail();
  return read(descriptor, buffer, size);
}
ssize_t readv(int descriptor, const struct iovec* parts, int count) {
  return preadv2(own(descriptor), parts, count, -1, 0);
}
ssize_t write(int descriptor, const void* buffer, size_t size) {
  extern ssize_t __write(int, const void*, size_t);
  return __write(own(descriptor), buffer, size);
}
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  return pwritev2(own(descriptor), parts, count, -1, 0);
}

int isatty(int descriptor) {
  struct termios settings;
  return tcgetattr(own(descriptor), &settings) == 0;
}
FILE* fdopen(int descriptor, const char* mode) {
  extern FILE* _IO_fdopen(int, const char*);
  return _IO_fdopen(own(descriptor), mode);
}

static void warn_of_stderr(const char* function, int descriptor) {
  if (descriptor == 2)
    bamboo_rank_warn_of_shared(function, "standard error, which is the process's");
}

int dup(int descriptor) {
  return fcntl(own(descriptor), F_DUPFD, 0);
}
int dup2(int from, int to) {
  extern int __dup2(int, int);
  warn_of_stderr("dup2", to);
  if (to == 1) return bamboo_rank_replace_stdout(own(from));
  const int result = __dup2(own(from), own(to));
  return result < 0 ? result : to;
}

int close(int descriptor) {
  extern int __close(int);
  warn_of_stderr("close", descriptor);
  if (descriptor > 1 || !bamboo_rank_shares_process()) return __close(descriptor);
  if (descriptor == 1) return bamboo_rank_close_stdout();
  /* The number stays taken: a file that another rank opens would get it. */
  const int end = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return dup2(end, 0) < 0 ? -1 : __close(end);
}
