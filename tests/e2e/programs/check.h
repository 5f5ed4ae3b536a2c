/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of every end-to-end program. */
#ifndef CHECK_H
#define CHECK_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An expectation of the program itself: both sides of a comparison could be wrong in the same way.
 */
#define CHECK(condition)                                                             \
  do {                                                                               \
    if (!(condition)) {                                                              \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 99);                                                 \
    }                                                                                \
  } while (0)

static inline int world_rank(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static inline int world_size(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

static inline unsigned long hash_bytes(const void* memory, size_t bytes) { /* FNV-1a */
  const unsigned char* p = (const unsigned char*)memory;
  unsigned long hash = 14695981039346656037UL;
  for (size_t i = 0; i < bytes; i++) hash = (hash ^ p[i]) * 1099511628211UL;
  return hash;
}
#endif
