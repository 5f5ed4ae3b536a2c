/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: rank [0-3]\b.*MPI_Sendrecv_replace.*MPI_ERR_NO_MEM.*copy of the message to rank [0-3], tag 7, of 268435456 bytes */
#include <stdlib.h>
#include <sys/resource.h>

#include "../programs/check.h"

/* Virtual memory that the process may get in addition. */
static void limit_memory(long more) {
  long pages = 0;
  FILE* sizes = fopen("/proc/self/statm", "r");
  CHECK(sizes && fscanf(sizes, "%ld", &pages) == 1);
  fclose(sizes);
  const struct rlimit limit = {pages * 4096 + more, RLIM_INFINITY};
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

int main(int argc, char** argv) {
  enum { bytes = 256 << 20 };
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), next = (rank + 1) % world_size();
  char* data = malloc(bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) limit_memory(64 << 20);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Sendrecv_replace(data, bytes, MPI_CHAR, next, 7, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
