/* SPDX-License-Identifier: Apache-2.0 */
/* Standard input. A process has one, which its first rank reads; every other rank has an input of
 * its own, which is at its end, as that of plain ranks behind the first is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

FILE* stdin;

/* The descriptor in this process of the rank's standard input; 0 when no other rank is there.
 */
static int input;
static pid_t process;

extern FILE* bamboo_rank_stdin(void);
extern int bamboo_rank_input_descriptor(void);

__attribute__((constructor(101))) static void take_input(void) {
  stdin = bamboo_rank_stdin();
  const int descriptor = bamboo_rank_input_descriptor();
  if (descriptor < 0) return;
  input = descriptor;
  process = getpid();
}

/* A process that the rank has forked has a descriptor 0 for itself alone. */
static int is_shared(void) {
  return process != 0 && getpid() == process;
}

static int own(int descriptor) {
  return descriptor == 0 && input != 0 && is_shared() ? input : descriptor;
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
int isatty(int descriptor) {
  struct termios settings;
  return tcgetattr(own(descriptor), &settings) == 0;
}
FILE* fdopen(int descriptor, const char* mode) {
  extern FILE* _IO_fdopen(int, const char*);
  return _IO_fdopen(own(descriptor), mode);
}
int dup(int descriptor) {
  return fcntl(own(descriptor), F_DUPFD, 0);
}
int dup2(int from, int to) {
  extern int __dup2(int, int);
  const int result = __dup2(own(from), own(to));
  return result < 0 ? result : to;
}
int close(int descriptor) {
  extern int __close(int);
  if (descriptor != 0 || !is_shared()) return __close(descriptor);
  /* The number stays taken: a file that another rank opens would get it. */
  const int end = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return dup2(end, 0) < 0 ? -1 : __close(end);
}

int getchar(void) {
  return getc(stdin);
}
int getchar_unlocked(void) {
  return getc_unlocked(stdin);
}
wint_t getwchar(void) {
  return getwc(stdin);
}
wint_t getwchar_unlocked(void) {
  return getwc_unlocked(stdin);
}

static char* line(char* text, size_t room) {
  size_t n = 0;
  int c;
  while ((c = getc(stdin)) != EOF && c != '\n') {
    if (n + 1 < room) text[n++] = (char)c;
  }
  if (c == EOF && (n == 0 || ferror(stdin))) return NULL;
  text[n] = '\0';
  return text;
}
char* gets(char* text) {
  return line(text, (size_t)-1);
}
char* __gets_chk(char* text, size_t room) {
  return line(text, room);
}

/* Names of their own, because the C library's headers rename some of these. */
#define BAMBOO_SCAN(own_name, character, name, list_name, stream_name)                 \
  extern int own_name##_stream(FILE*, const character*, va_list) __asm__(stream_name); \
  int own_name##_list(const character*, va_list) __asm__(list_name);                   \
  int own_name##_list(const character* format, va_list arguments) {                    \
    return own_name##_stream(stdin, format, arguments);                                \
  }                                                                                    \
  int own_name(const character*, ...) __asm__(name);                                   \
  int own_name(const character* format, ...) {                                         \
    va_list arguments;                                                                 \
    va_start(arguments, format);                                                       \
    const int result = own_name##_list(format, arguments);                             \
    va_end(arguments);                                                                 \
    return result;                                                                     \
  }

BAMBOO_SCAN(bamboo_scanf, char, "scanf", "vscanf", "vfscanf")
BAMBOO_SCAN(bamboo_scanf_99, char, "__isoc99_scanf", "__isoc99_vscanf", "__isoc99_vfscanf")
BAMBOO_SCAN(bamboo_wscanf, wchar_t, "wscanf", "vwscanf", "vfwscanf")
BAMBOO_SCAN(bamboo_wscanf_99, wchar_t, "__isoc99_wscanf", "__isoc99_vwscanf", "__isoc99_vfwscanf")
