// SPDX-License-Identifier: Apache-2.0
// What MPI forbids and does no harm: a warning, and an error with BAMBOO_STRICT=1. One of the
// installed MPIs refuses it, so no end-to-end program can compare it.
#include <algorithm>
#include <vector>

#include "errors/misuse.h"
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Tolerated, 2, 3);

int expected = MPI_SUCCESS;

int in_place(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int value[4] = {};
  EXPECT_EQ(MPI_Gather(value, 0, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, 0, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Allgather(value, 0, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Alltoall(value, 0, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Allreduce(value, MPI_IN_PLACE, 0, MPI_INT, MPI_SUM, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Scatter(MPI_IN_PLACE, 0, MPI_INT, value, 0, MPI_INT, 0, MPI_COMM_SELF), expected);
  // As a pointer that was never set may be, of a program that has nothing to receive.
  const int none[1] = {};
  EXPECT_EQ(MPI_Gatherv(value, 0, MPI_INT, MPI_IN_PLACE, none, none, MPI_INT, 0, MPI_COMM_SELF),
            expected);
  EXPECT_EQ(MPI_Allgatherv(value, 0, MPI_INT, MPI_IN_PLACE, none, none, MPI_INT, MPI_COMM_SELF),
            expected);
  EXPECT_EQ(MPI_Scatterv(MPI_IN_PLACE, none, none, MPI_INT, value, 0, MPI_INT, 0, MPI_COMM_SELF),
            expected);
  EXPECT_EQ(
      MPI_Alltoallv(value, none, none, MPI_INT, MPI_IN_PLACE, none, none, MPI_INT, MPI_COMM_SELF),
      expected);
  EXPECT_EQ(MPI_Reduce_scatter(value, MPI_IN_PLACE, none, MPI_INT, MPI_SUM, MPI_COMM_SELF),
            expected);
  EXPECT_EQ(MPI_Bcast(MPI_IN_PLACE, 0, MPI_INT, 0, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Send(MPI_IN_PLACE, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF), expected);
  EXPECT_EQ(MPI_Recv(MPI_IN_PLACE, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, nullptr), expected);
  const int one[1] = {1};
  EXPECT_EQ(
      MPI_Alltoallv(value, one, none, MPI_INT, MPI_IN_PLACE, one, none, MPI_INT, MPI_COMM_SELF),
      MPI_ERR_BUFFER);
  EXPECT_EQ(MPI_Gather(value, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_SELF),
            MPI_ERR_BUFFER);
  MPI_Finalize();
  return 0;
}
TEST_P(Tolerated, InPlaceWithoutElements) {
  run(in_place);
  set_strict(true);
  expected = MPI_ERR_BUFFER;
  run(in_place);
  set_strict(false);
  expected = MPI_SUCCESS;
}

int others_in_place(int, char**) {
  MPI_Init(nullptr, nullptr);
  int value[4] = {};
  const bool root = world_rank() == 0;
  MPI_Gather(root ? value : MPI_IN_PLACE, 0, MPI_INT, value + 1, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatter(value, 0, MPI_INT, root ? value + 1 : MPI_IN_PLACE, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Reduce(root ? value : MPI_IN_PLACE, value + 1, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
TEST_P(Tolerated, InPlaceWithoutElementsBesidesTheRoot) {
  run(others_in_place);
}

/// Every rank receives the blocks of all others into one place, and passes on what it has received
/// unchanged. It does this twice, because the runs of a persistent operation must be equal.
int shared_places(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int ranks = world_size(), last = ranks - 1;
  const std::vector<int> counts(ranks, 2), zeros(ranks, 0);
  std::vector<int> overlapping(ranks), out(2 * ranks), mine(2 * ranks, world_rank());
  for (int i = 0; i < ranks; ++i) overlapping[i] = i;  // as if of one element
  const auto check = [&](int code) {
    EXPECT_EQ(code, expected);
    for (int i = 0; i < ranks && code == MPI_SUCCESS; ++i) EXPECT_EQ(out[i], i);
    if (code == MPI_SUCCESS) {
      EXPECT_EQ(out[ranks], last);
    }
    std::ranges::fill(out, -1);
  };
  check(MPI_Allgatherv(mine.data(), 2, MPI_INT, out.data(), counts.data(), overlapping.data(),
                       MPI_INT, MPI_COMM_WORLD));
  check(MPI_Alltoallv(mine.data(), counts.data(), zeros.data(), MPI_INT, out.data(), counts.data(),
                      overlapping.data(), MPI_INT, MPI_COMM_WORLD));
  MPI_Request request;
  if (MPI_Allgatherv_init(mine.data(), 2, MPI_INT, out.data(), counts.data(), overlapping.data(),
                          MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request) == MPI_SUCCESS) {
    for (int run = 0; run < 2; ++run) {
      MPI_Start(&request);
      check(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    MPI_Request_free(&request);
  }
  // In place, the rank's own block has the data that are there when the call begins.
  out[world_rank()] = out[world_rank() + 1] = world_rank();
  check(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, out.data(), counts.data(), overlapping.data(),
                       MPI_INT, MPI_COMM_WORLD));
  MPI_Finalize();
  return 0;
}
TEST_P(Tolerated, PlacesThatAreReceivedIntoTwiceHaveWhatTheHighestRankSends) {
  run(shared_places);
  set_strict(true);
  expected = MPI_ERR_BUFFER;
  run(shared_places);
  set_strict(false);
  expected = MPI_SUCCESS;
}

int logical_addresses(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const MPI_Aint mine = world_rank();
  MPI_Aint out = -1;
  EXPECT_EQ(MPI_Allreduce(&mine, &out, 1, MPI_AINT, MPI_LOR, MPI_COMM_WORLD), expected);
  if (expected == MPI_SUCCESS) {
    EXPECT_EQ(out, world_size() > 1);
  }
  EXPECT_EQ(MPI_Allreduce(&mine, &out, 1, MPI_AINT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
int accumulated_addresses(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Aint *memory, one = 1, got = -1;
  MPI_Win win;
  MPI_Win_allocate(sizeof one, sizeof one, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  *memory = 6;
  MPI_Win_fence(0, win);
  const int target = (world_rank() + 1) % world_size();
  EXPECT_EQ(MPI_Accumulate(&one, 1, MPI_AINT, target, 0, 1, MPI_AINT, MPI_LOR, win), expected);
  EXPECT_EQ(MPI_Fetch_and_op(&one, &got, MPI_AINT, target, 0, MPI_LAND, win), expected);
  EXPECT_EQ(MPI_Accumulate(&one, 1, MPI_AINT, target, 0, 1, MPI_AINT, MPI_SUM, win), MPI_SUCCESS);
  EXPECT_EQ(MPI_Fetch_and_op(&one, &got, MPI_AINT, target, 0, MPI_NO_OP, win), MPI_SUCCESS);
  MPI_Win_fence(0, win);
  EXPECT_EQ(*memory, expected == MPI_SUCCESS ? 2 : 7);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
TEST_P(Tolerated, LogicalOperationsOnAddresses) {
  const auto run_both = [&] {
    run(logical_addresses);
    run(accumulated_addresses);
  };
  run_both();
  set_strict(true);
  expected = MPI_ERR_OP;
  run_both();
  set_strict(false);
  expected = MPI_SUCCESS;
}

int ends_early(int, char**) {
  MPI_Init(nullptr, nullptr);
  int value = world_rank();
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (world_rank() != 0) MPI_Finalize();
  return 0;
}
TEST_P(Tolerated, ARankEndsWithoutFinalize) {
  run(ends_early);
}

}  // namespace
}  // namespace bamboo::mpi
