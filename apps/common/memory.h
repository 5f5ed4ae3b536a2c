/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for arrays, the same in all programs. */
#ifndef BAMBOO_APPS_MEMORY_H
#define BAMBOO_APPS_MEMORY_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns memory filled with zeros. Ends the job if there is none. */
static inline void* allocate(size_t count, size_t bytes) {
  void* memory = calloc(count ? count : 1, bytes);
  if (!memory) {
    fprintf(stderr, "no memory for %zu values of %zu bytes\n", count, bytes);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

#endif
