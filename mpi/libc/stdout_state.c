/* SPDX-License-Identifier: Apache-2.0 */
/* Functions on streams that treat stdout, which the ranks of a process share, as the rank's own. */
#define _GNU_SOURCE
#include <stdio.h>

extern void bamboo_rank_flush(void);
extern int bamboo_rank_close_stdout(void);
extern FILE* bamboo_rank_reopen(const char* path, const char* mode, FILE* stream);
extern int bamboo_rank_stdout_descriptor(void);
extern int bamboo_rank_input_descriptor(void);

int fflush(FILE* stream) {
  extern int _IO_fflush(FILE*);
  if (!stream || stream == stdout) bamboo_rank_flush();
  return _IO_fflush(stream);
}

int fclose(FILE* stream) {
  extern int _IO_fclose(FILE*);
  extern int fileno_unlocked(FILE*);
  if (stream == stdout) return bamboo_rank_close_stdout();
  /* The number of stdin stays taken: a file that another rank opens would get it. */
  const int input = bamboo_rank_input_descriptor();
  if (input >= 0 && fileno_unlocked(stream) == input)
    return freopen("/dev/null", "r", stream) ? 0 : EOF;
  return _IO_fclose(stream);
}

FILE* freopen(const char* path, const char* mode, FILE* stream) {
  return bamboo_rank_reopen(path, mode, stream);
}
FILE* freopen64(const char* path, const char* mode, FILE* stream) {
  return bamboo_rank_reopen(path, mode, stream);
}

int fileno(FILE* stream) {
  extern int fileno_unlocked(FILE*);
  return stream == stdout ? bamboo_rank_stdout_descriptor() : fileno_unlocked(stream);
}

/* The ranks' shared stdout is line-buffered per rank by the runtime; a buffer of the program's
 * would mix the ranks' text. */
int setvbuf(FILE* stream, char* buffer, int mode, size_t size) {
  extern int _IO_setvbuf(FILE*, char*, int, size_t);
  return stream == stdout ? 0 : _IO_setvbuf(stream, buffer, mode, size);
}
void setbuf(FILE* stream, char* buffer) {
  setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}
void setbuffer(FILE* stream, char* buffer, size_t size) {
  setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}
void setlinebuf(FILE* stream) {
  setvbuf(stream, NULL, _IOLBF, 0);
}
