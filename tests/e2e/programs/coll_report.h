/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of all ranks, printed by rank 0 in the order of ranks: the same output at every run. */
#ifndef COLL_REPORT_H
#define COLL_REPORT_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char coll_text[1 << 16];
static int coll_length;

static inline void say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  coll_length +=
      vsnprintf(coll_text + coll_length, sizeof coll_text - coll_length, format, arguments);
  va_end(arguments);
}

/* A number that depends on every byte and its place. */
static inline unsigned long digest(const void* data, size_t bytes) {
  const unsigned char* p = data;
  unsigned long h = 1469598103934665603ul;
  for (size_t i = 0; i < bytes; ++i) h = (h ^ p[i]) * 1099511628211ul;
  return h;
}

/* The value of rank r at place i: no two are alike for small r and i. */
static inline int value(int r, int i) {
  return r * 100003 + i * 7 + 1;
}

static inline void report(void) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank != 0) {
    MPI_Send(coll_text, coll_length, MPI_CHAR, 0, 4711, MPI_COMM_WORLD);
    return;
  }
  printf("rank 0 of %d\n%.*s", size, coll_length, coll_text);
  for (int r = 1; r < size; ++r) {
    MPI_Status status;
    int length;
    MPI_Recv(coll_text, sizeof coll_text, MPI_CHAR, r, 4711, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &length);
    printf("rank %d of %d\n%.*s", r, size, length, coll_text);
  }
}

#endif
