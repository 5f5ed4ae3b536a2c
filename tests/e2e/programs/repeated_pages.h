/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers of more than 2^31 bytes that need little memory: the same pages are mapped repeatedly side by side. For
 * programs that define _GNU_SOURCE. */
#ifndef REPEATED_PAGES_H
#define REPEATED_PAGES_H
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

enum { window = 32 << 20 };
static const long long elements = (1LL << 31) + 11;

/* `elements` bytes, of which the first `window` are all that there are. */
static unsigned char* repeated_pages(void) {
  const size_t size = (size_t)elements / window * window + window;
  const int file = memfd_create("window", 0);
  CHECK(file >= 0 && ftruncate(file, window) == 0);
  unsigned char* all =
      mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CHECK(all != MAP_FAILED);
  for (size_t at = 0; at < size; at += window)
    CHECK(mmap(all + at, window, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) ==
          all + at);
  close(file);
  return all;
}

#endif
