/* SPDX-License-Identifier: Apache-2.0 */
/* Balanced extents for many numbers of ranks. Open MPI 4.1 is less balanced: 6552 is 26 x 18 x 14. */
/* e2e: reference=mpich ranks=1,2 */
#include "coll_report.h"

static void show(int nodes, int dimensions) {
  int dims[8] = {0};
  MPI_Dims_create(nodes, dimensions, dims);
  say("%d:", nodes);
  for (int d = 0; d < dimensions; d++) say(" %d", dims[d]);
  say("\n");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int dimensions = 1; dimensions <= 5; dimensions++) {
    unsigned long all = 0;
    for (int nodes = 1; nodes <= 3000; nodes++) {
      int dims[8] = {0};
      MPI_Dims_create(nodes, dimensions, dims);
      all = all * 31 + digest(dims, sizeof dims);
    }
    say("%d dimensions: %lx\n", dimensions, all);
  }
  const int large[] = {3168, 4620, 5040, 6552, 7488, 46080, 65536, 98304};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) show(large[i], 3);
  int given[4] = {0, 3, 0, 0};
  MPI_Dims_create(36 * 3, 4, given);
  say("given: %d %d %d %d\n", given[0], given[1], given[2], given[3]);
  report();
  MPI_Finalize();
  return 0;
}
