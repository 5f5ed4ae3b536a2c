/* SPDX-License-Identifier: Apache-2.0 */
/* Standard input. The first rank of a process reads the standard input of the process. Every other
 * rank has an input of its own, which is at its end, as for plain MPI ranks except for rank 0. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

FILE* stdin;

extern FILE* bamboo_rank_stdin(void);

__attribute__((constructor(101))) static void take_input(void) {
  stdin = bamboo_rank_stdin();
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
