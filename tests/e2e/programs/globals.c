/* SPDX-License-Identifier: Apache-2.0 */
/* Mutable globals, function statics, pointers between globals: each rank has its own. */
#include "check.h"

static int counter;
int exported = 7;
static int* pointer = &exported;
static struct {
  int id, *self;
} record = {-1, &record.id};
static char text[64] = "no rank";
static double table[5000] = {1, 2, 3};
static int (*function)(void);

static int next(void) {
  static int calls;
  return ++calls;
}

static int own_counter(void) {
  return counter;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  CHECK(counter == 0 && exported == 7 && pointer == &exported && record.self == &record.id);
  counter = rank;
  *pointer += rank;
  record.id = 2 * rank;
  snprintf(text, sizeof text, "rank number %d", rank);
  for (int i = 0; i < 5000; i++) table[i] += rank;
  function = own_counter;
  for (int round = 0; round < 10; round++) { /* let the others write theirs in between */
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i <= rank; i++) next();
    counter += size;
    MPI_Sendrecv_replace(text, 1, MPI_CHAR, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  CHECK(function() == rank + 10 * size);
  CHECK(exported == 7 + rank && *record.self == 2 * rank);
  printf("rank %d: %d %d %d '%s' %.0f %d\n", rank, counter, exported, record.id, text, table[2],
         next());
  MPI_Finalize();
  return 0;
}
