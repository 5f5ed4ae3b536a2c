/* SPDX-License-Identifier: Apache-2.0 */
/* atexit handlers run per rank, last one first; exit(0) from within a nested call ends the rank. */
#include "check.h"

static int rank, stage;

static void first(void) {
  printf("rank %d: first registered, stage %d\n", rank, stage++);
}
static void second(void) {
  printf("rank %d: second registered, stage %d\n", rank, stage++);
}
static void third(void) {
  printf("rank %d: third registered, stage %d\n", rank, stage++);
  atexit(first); /* registered while handlers run: comes next */
}

static void leave(int depth) {
  char space[500];
  memset(space, depth, sizeof space);
  if (depth == 0) exit(0);
  leave(depth - 1);
  printf("%s: never printed\n", space);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  atexit(first);
  atexit(second);
  atexit(third);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (rank % 2) leave(10);
  return 0;
}
