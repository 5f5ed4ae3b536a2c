// SPDX-License-Identifier: Apache-2.0
// Collectives among ranks of one process, with one worker and with several.
#include <array>
#include <numeric>
#include <vector>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Collectives, 1, 3, 8, 17);

int error_class_of(int code) {
  int error_class;
  MPI_Error_class(code, &error_class);
  return error_class;
}

int repeat_blocking(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  for (int round = 0; round < 30; ++round) {
    const int root = round % n;
    std::vector<int> data(static_cast<std::size_t>(1 + round * 97), me == root ? round : -1);
    MPI_Bcast(data.data(), static_cast<int>(data.size()), MPI_INT, root, MPI_COMM_WORLD);
    EXPECT_EQ(data, std::vector<int>(data.size(), round));
    int sum = me + round;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(sum, n * (n - 1) / 2 + n * round);
    std::vector<int> out(static_cast<std::size_t>(n)), in(static_cast<std::size_t>(n));
    for (int r = 0; r < n; ++r) out[static_cast<std::size_t>(r)] = me * 1000 + r;
    MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < n; ++r) EXPECT_EQ(in[static_cast<std::size_t>(r)], r * 1000 + me);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, BlockingCollectivesFollowEachOther) {
  run(repeat_blocking);
}

int several_in_flight(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  constexpr int operations = 8;
  std::array<std::vector<long>, operations> values;
  std::array<MPI_Request, operations> requests;
  for (int i = 0; i < operations; ++i) {
    auto& v = values[static_cast<std::size_t>(i)];
    v.assign(static_cast<std::size_t>(1 + i * 1000), me + i);
    MPI_Iallreduce(MPI_IN_PLACE, v.data(), static_cast<int>(v.size()), MPI_LONG, MPI_SUM,
                   MPI_COMM_WORLD, &requests[static_cast<std::size_t>(i)]);
  }
  // Messages of the rank's own in between, completed in another order than they were started.
  int token = -1;
  MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % n, 0, &token, 1, MPI_INT, (me + n - 1) % n, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  EXPECT_EQ(token, (me + n - 1) % n);
  for (int done = 0; done < operations; ++done) {
    int index;
    MPI_Waitany(operations, requests.data(), &index, MPI_STATUS_IGNORE);
    const auto& v = values[static_cast<std::size_t>(index)];
    EXPECT_EQ(v.front(), n * (n - 1) / 2 + n * index);
    EXPECT_EQ(v.back(), v.front());
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, NonblockingCollectivesRunTogether) {
  run(several_in_flight);
}

int split_in_two(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int me = world_rank();
  for (int round = 0; round < 5; ++round) {
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    int size;
    int rank;
    MPI_Comm_size(half, &size);
    MPI_Comm_rank(half, &rank);
    int highest = me;
    MPI_Bcast(&highest, 1, MPI_INT, 0, half);
    EXPECT_EQ(highest, me + 2 * rank) << "the key turns the order around";
    MPI_Comm_free(&half);
    EXPECT_EQ(half, MPI_COMM_NULL);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, CommunicatorsComeAndGo) {
  run(split_in_two);
}

void first_of_two(void* in, void* inout, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i) static_cast<int*>(inout)[i] = static_cast<int*>(in)[i];
}

int ordered_reduction(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Op first;
  MPI_Op_create(first_of_two, 0, &first);
  int value = world_rank() + 10;
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, first, MPI_COMM_WORLD);
  EXPECT_EQ(value, 10) << "operands in the order of ranks";
  MPI_Op_free(&first);
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, OperationsThatDoNotCommuteKeepTheOrderOfRanks) {
  run(ordered_reduction);
}

int type_freed_before_wait(int, char**) {
  MPI_Init(nullptr, nullptr);
  constexpr int pairs = 100000;  // long enough to be cut
  const int me = world_rank();
  std::vector<int> data(2 * pairs, me == 0 ? 5 : -1);
  MPI_Datatype every_second;
  MPI_Type_vector(pairs, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  MPI_Request request;
  MPI_Ibcast(data.data(), 1, every_second, 0, MPI_COMM_WORLD, &request);
  MPI_Type_free(&every_second);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(data[0], 5);
  EXPECT_EQ(data[1], me == 0 ? 5 : -1);
  EXPECT_EQ(data[2 * pairs - 2], 5);
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, ATypeMayBeFreedBeforeALongBroadcastIsOver) {
  run(type_freed_before_wait);
}

int exscan_on_rank_0(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int me = world_rank();
  int mine = me + 1, before = -1;
  void* const nowhere[] = {nullptr, &mine};
  for (void* recvbuf : nowhere) {
    MPI_Exscan(&mine, me == 0 ? recvbuf : &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(mine, me + 1);
    EXPECT_EQ(before, me == 0 ? -1 : me * (me + 1) / 2);
  }
  int both = me + 1;
  MPI_Exscan(MPI_IN_PLACE, &both, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(both, me == 0 ? 1 : me * (me + 1) / 2);
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, ExscanIgnoresTheReceiveBufferOfRank0) {
  run(exscan_on_rank_0);
}

int bad_arguments(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int value = 0;
  EXPECT_EQ(error_class_of(MPI_Bcast(&value, 1, MPI_INT, world_size(), MPI_COMM_WORLD)),
            MPI_ERR_ROOT);
  EXPECT_EQ(error_class_of(MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD)), MPI_ERR_COUNT);
  EXPECT_EQ(error_class_of(MPI_Allreduce(&value, &value, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD)),
            MPI_ERR_OP);
  EXPECT_EQ(error_class_of(MPI_Barrier(MPI_COMM_NULL)), MPI_ERR_COMM);
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, BadArgumentsHaveTheirErrorClasses) {
  run(bad_arguments);
}

int mismatched_sizes(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::array<int, 6> data{};
  // Rank 1 gets the root's message in every tree; who gets it from rank 1 sees nothing wrong.
  const int me = world_rank();
  const int count = me == 0 ? 6 : 4;
  const int blocking = error_class_of(MPI_Bcast(data.data(), count, MPI_INT, 0, MPI_COMM_WORLD));
  MPI_Request request;
  EXPECT_EQ(MPI_Ibcast(data.data(), count, MPI_INT, 0, MPI_COMM_WORLD, &request), MPI_SUCCESS);
  const int waited = error_class_of(MPI_Wait(&request, MPI_STATUS_IGNORE));
  if (me < 2) {
    EXPECT_EQ(blocking, me == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE);
    EXPECT_EQ(waited, me == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Collectives, SizesThatDifferBetweenRanksAreTruncation) {
  run(mismatched_sizes);
}

}  // namespace
}  // namespace bamboo::mpi
