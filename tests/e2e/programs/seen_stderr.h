/* SPDX-License-Identifier: Apache-2.0 */
/* The standard error of this process since keep_stderr(): a program that waits for a warning
 * ends as soon as it has appeared, also on a slow machine. */
#ifndef SEEN_STDERR_H
#define SEEN_STDERR_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int kept_fd, shown_fd;

static inline void keep_stderr(void) {
  char name[] = "stderr-XXXXXX";
  kept_fd = mkstemp(name);
  unlink(name);
  shown_fd = dup(2);
  dup2(kept_fd, 2);
}

/* Returns whether standard error has this text; then copies its content to the real standard error. */
static inline int seen_stderr(const char* text) {
  static char buffer[1 << 16];
  const ssize_t bytes = pread(kept_fd, buffer, sizeof buffer - 1, 0);
  buffer[bytes < 0 ? 0 : bytes] = 0;
  if (!strstr(buffer, text)) return 0;
  dup2(shown_fd, 2);
  fputs(buffer, stderr);
  return 1;
}
#endif
