/* SPDX-License-Identifier: Apache-2.0 */
/* A static library of the user's that uses MPI and has a state: each rank has its own. */
#include "../check.h"
#include "halo.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  double cells[12] = {0};
  for (int i = 1; i <= 10; i++) cells[i] = rank * 10 + i;
  halo_setup(MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++) {
    halo_exchange(cells, 10);
    for (int c = 1; c <= 10; c++) cells[c] += cells[0] + cells[11];
  }
  printf("rank %d: %.0f after %d exchanges\n", rank, cells[5], halo_count());
  MPI_Finalize();
  return 0;
}
