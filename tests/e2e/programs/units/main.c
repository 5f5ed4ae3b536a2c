/* SPDX-License-Identifier: Apache-2.0 */
/* Several translation units: shared globals, statics of the same name, a weak default. */
#include "../check.h"

extern int shared_counter;
extern const char* unit_name(void);
void add(int n);
int total(void);
int weak_answer(void);

static int total_calls; /* another one lives in other.c */
int common_array[100];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  for (int i = 0; i < 5; i++) {
    add(rank + i);
    total_calls++;
    common_array[i] += rank;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  printf("rank %d: %s %d %d %d %d %d\n", rank, unit_name(), shared_counter, total(), total_calls,
         weak_answer(), common_array[4]);
  MPI_Finalize();
  return 0;
}
