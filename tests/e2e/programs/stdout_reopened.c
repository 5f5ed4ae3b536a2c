/* SPDX-License-Identifier: Apache-2.0 */
/* A rank closes its stdout, or opens a file in its place: the others' is not touched. */
/* e2e: ranks=2,3,4,8 */
#include <errno.h>
#include <unistd.h>

#include "check.h"

/* Prints the file of another rank. */
static void show(int rank, int of) {
  char name[32], line[64];
  snprintf(name, sizeof name, "rank%d.txt", of);
  FILE* file = fopen(name, "r");
  CHECK(file);
  while (fgets(line, sizeof line, file)) printf("rank %d: in %s: %s", rank, name, line);
  fclose(file);
}

int main(int argc, char** argv) {
  char name[32];
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), ranks = world_size();
  printf("rank %d: at first\n", rank);
  CHECK(fileno(stdout) == STDOUT_FILENO);
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(name, sizeof name, "rank%d.txt", rank);
  if (rank % 2 == 0) CHECK(freopen(name, "w", stdout) == stdout);
  if (rank == 3) fclose(stdout);
  for (int i = 0; i < 3; i++) {
    if (rank != 3) printf("line %d of %d\n", i, rank);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank % 2 == 0) {
    fflush(stdout);
    CHECK(freopen(name, "a", stdout) == stdout);
    puts("one more line");
    fflush(stdout);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    for (int i = 0; i < ranks; i += 2) show(rank, i);
  }
  if (rank % 2 == 0) CHECK(!freopen("nowhere/none.txt", "w", stdout) && errno == ENOENT);
  MPI_Finalize();
  return 0;
}
