// SPDX-License-Identifier: Apache-2.0
// A grid that leaves ranks out. The installed MPIs do not have these functions or get them wrong,
// so no end-to-end program can compare them.
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(CartesianFunctions, 1, 3, 8);

int shorter_grid(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size(), shorter = n > 1 ? n - 1 : 1, periods = 0;
  int there = -7;
  MPI_Cart_map(MPI_COMM_WORLD, 1, &shorter, &periods, &there);
  EXPECT_EQ(there, world_rank() < shorter ? world_rank() : MPI_UNDEFINED);
  MPI_Finalize();
  return 0;
}
TEST_P(CartesianFunctions, AGridLeavesOutTheRanksBeyondIt) {
  run(shorter_grid);
}

}  // namespace
}  // namespace bamboo::mpi
