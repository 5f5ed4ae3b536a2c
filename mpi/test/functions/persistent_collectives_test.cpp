// SPDX-License-Identifier: Apache-2.0
// Persistent collectives against blocking ones, started in an order of each rank's own.
#include <algorithm>
#include <array>
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(PersistentCollectives, 1, 2, 3, 8);

/// The arguments of every collective, with memory of its own.
struct Call {
  int size = world_size(), root = world_size() / 2;
  std::vector<int> numbers, received;
  std::vector<int> counts, places, few, bytes;
  std::vector<MPI_Count> wide_counts, wide_few;
  std::vector<MPI_Aint> wide_places, wide_bytes;
  std::vector<MPI_Datatype> types;
  MPI_Request request = MPI_REQUEST_NULL;

  static constexpr int block = 3;
  Call() {
    for (int r = 0; r < size; ++r) {
      counts.push_back(block);
      places.push_back(block * r);
      few.push_back((r + world_rank()) % block);
      bytes.push_back(block * r * static_cast<int>(sizeof(int)));
      types.push_back(MPI_INT);
    }
    wide_counts.assign(counts.begin(), counts.end());
    wide_few.assign(few.begin(), few.end());
    wide_places.assign(places.begin(), places.end());
    wide_bytes.assign(bytes.begin(), bytes.end());
  }
  void fill(int round) {
    numbers = values(world_rank() + round, block * size);
    received = values(world_rank() - round, block * size);
  }
  int* in() { return received.data(); }
  const int* out() const { return numbers.data(); }
};

struct CollectiveForm {
  const char* name;
  void (*blocking)(Call& c);
  void (*prepare)(Call& c, MPI_Comm comm);
};

#define PREPARED(blocking, prepared, ...)                             \
  {#prepared, [](Call& c) { blocking(__VA_ARGS__, MPI_COMM_WORLD); }, \
   [](Call& c, MPI_Comm comm) { prepared(__VA_ARGS__, comm, MPI_INFO_NULL, &c.request); }}
/// The same arguments with large counts, of the same result.
#define BOTH(blocking, prepared, wide, ...) \
  PREPARED(blocking, prepared, __VA_ARGS__), PREPARED(blocking, wide, __VA_ARGS__)

const CollectiveForm collective_forms[] = {
    BOTH(MPI_Allgather, MPI_Allgather_init, MPI_Allgather_init_c, c.out(), 3, MPI_INT, c.in(), 3,
         MPI_INT),
    BOTH(MPI_Alltoall, MPI_Alltoall_init, MPI_Alltoall_init_c, MPI_IN_PLACE, 3, MPI_INT, c.in(), 3,
         MPI_INT),
    BOTH(MPI_Allreduce, MPI_Allreduce_init, MPI_Allreduce_init_c, MPI_IN_PLACE, c.in(), 3, MPI_INT,
         MPI_SUM),
    BOTH(MPI_Scan, MPI_Scan_init, MPI_Scan_init_c, c.out(), c.in(), 3, MPI_INT, MPI_SUM),
    BOTH(MPI_Exscan, MPI_Exscan_init, MPI_Exscan_init_c, c.out(), c.in(), 3, MPI_INT, MPI_SUM),
    BOTH(MPI_Reduce_scatter_block, MPI_Reduce_scatter_block_init, MPI_Reduce_scatter_block_init_c,
         MPI_IN_PLACE, c.in(), 3, MPI_INT, MPI_SUM),
    PREPARED(MPI_Allgatherv, MPI_Allgatherv_init, c.out(), 3, MPI_INT, c.in(), c.counts.data(),
             c.places.data(), MPI_INT),
    PREPARED(MPI_Allgatherv_c, MPI_Allgatherv_init_c, c.out(), 3, MPI_INT, c.in(),
             c.wide_counts.data(), c.wide_places.data(), MPI_INT),
    PREPARED(MPI_Alltoallv, MPI_Alltoallv_init, MPI_IN_PLACE, nullptr, nullptr, MPI_INT, c.in(),
             c.few.data(), c.places.data(), MPI_INT),
    PREPARED(MPI_Alltoallv_c, MPI_Alltoallv_init_c, c.out(), c.wide_few.data(),
             c.wide_places.data(), MPI_INT, c.in(), c.wide_few.data(), c.wide_places.data(),
             MPI_INT),
    PREPARED(MPI_Alltoallw, MPI_Alltoallw_init, c.out(), c.few.data(), c.bytes.data(),
             c.types.data(), c.in(), c.few.data(), c.bytes.data(), c.types.data()),
    PREPARED(MPI_Alltoallw_c, MPI_Alltoallw_init_c, c.out(), c.wide_few.data(), c.wide_bytes.data(),
             c.types.data(), c.in(), c.wide_few.data(), c.wide_bytes.data(), c.types.data()),
    PREPARED(MPI_Reduce_scatter, MPI_Reduce_scatter_init, MPI_IN_PLACE, c.in(), c.counts.data(),
             MPI_INT, MPI_SUM),
    PREPARED(MPI_Reduce_scatter_c, MPI_Reduce_scatter_init_c, c.out(), c.in(), c.wide_counts.data(),
             MPI_INT, MPI_SUM),
    BOTH(MPI_Bcast, MPI_Bcast_init, MPI_Bcast_init_c, c.in(), 3, MPI_INT, c.root),
    BOTH(MPI_Gather, MPI_Gather_init, MPI_Gather_init_c, c.out(), 3, MPI_INT, c.in(), 3, MPI_INT,
         c.root),
    BOTH(MPI_Scatter, MPI_Scatter_init, MPI_Scatter_init_c, c.out(), 3, MPI_INT, c.in(), 3, MPI_INT,
         c.root),
    BOTH(MPI_Reduce, MPI_Reduce_init, MPI_Reduce_init_c, c.out(), c.in(), 3, MPI_INT, MPI_SUM,
         c.root),
    PREPARED(MPI_Gatherv, MPI_Gatherv_init, c.out(), 3, MPI_INT, c.in(), c.counts.data(),
             c.places.data(), MPI_INT, c.root),
    PREPARED(MPI_Gatherv_c, MPI_Gatherv_init_c, c.out(), 3, MPI_INT, c.in(), c.wide_counts.data(),
             c.wide_places.data(), MPI_INT, c.root),
    PREPARED(MPI_Scatterv, MPI_Scatterv_init, c.out(), c.counts.data(), c.places.data(), MPI_INT,
             c.in(), 3, MPI_INT, c.root),
    PREPARED(MPI_Scatterv_c, MPI_Scatterv_init_c, c.out(), c.wide_counts.data(),
             c.wide_places.data(), MPI_INT, c.in(), 3, MPI_INT, c.root),
};
constexpr int all_forms = std::size(collective_forms);

int again_and_again(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<Call> calls(all_forms), expected(all_forms);
  std::vector<MPI_Request> requests;
  for (Call& call : calls) call.fill(0);
  for (int i = 0; i < all_forms; ++i) {
    collective_forms[i].prepare(calls[i], comm);
    requests.push_back(calls[i].request);
  }
  MPI_Comm_free(&comm);  // it lives as long as the requests
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < all_forms; ++i) {
      Call now;  // the buffers of the one that is prepared stay where they are
      now.fill(round);
      std::ranges::copy(now.numbers, calls[i].numbers.begin());
      std::ranges::copy(now.received, calls[i].received.begin());
      expected[i].fill(round);
    }
    for (int i = 0; i < all_forms; ++i)
      MPI_Start(&requests[(i * 5 + world_rank() * 7 + round) % all_forms]);
    MPI_Waitall(all_forms, requests.data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < all_forms; ++i) {
      collective_forms[i].blocking(expected[i]);
      EXPECT_EQ(calls[i].received, expected[i].received) << collective_forms[i].name;
    }
  }
  for (MPI_Request& request : requests) MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
TEST_P(PersistentCollectives, GiveWhatBlockingOnesGiveInEachRound) {
  run(again_and_again);
}

int barriers(int, char**) {
  MPI_Init(nullptr, nullptr);
  std::array<MPI_Request, 2> barriers;
  for (MPI_Request& each : barriers) MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &each);
  for (int round = 0; round < 20; ++round) {
    int flag = 0;
    MPI_Start(&barriers[(world_rank() + round) % 2]);
    MPI_Start(&barriers[(world_rank() + round + 1) % 2]);
    while (!flag) MPI_Testall(2, barriers.data(), &flag, MPI_STATUSES_IGNORE);
  }
  for (MPI_Request& each : barriers) MPI_Request_free(&each);
  MPI_Finalize();
  return 0;
}
TEST_P(PersistentCollectives, MayBeStartedInAnotherOrderOnEachRank) {
  run(barriers);
}

int misused(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int number = world_rank();
  MPI_Request request, started;
  EXPECT_EQ(
      class_of(MPI_Bcast_init(&number, 1, MPI_INT, -1, MPI_COMM_WORLD, MPI_INFO_NULL, &request)),
      MPI_ERR_ROOT);
  MPI_Bcast_init(&number, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  EXPECT_EQ(class_of(MPI_Start(&request)), MPI_ERR_REQUEST);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(number, 0);
  // One that runs still may be freed: it ends by itself.
  MPI_Start(&request);
  MPI_Request_free(&request);
  MPI_Ibarrier(MPI_COMM_WORLD, &started);
  EXPECT_EQ(class_of(MPI_Start(&started)), MPI_ERR_REQUEST);
  MPI_Wait(&started, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
TEST_P(PersistentCollectives, AreStartedWhenTheyAreInactive) {
  run(misused);
}

int freed_while_it_runs(int, char**) {
  MPI_Init(nullptr, nullptr);
  const bool is_root = world_rank() == 0;
  int number = is_root ? 7 : 0;
  MPI_Request request;
  MPI_Bcast_init(&number, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  // The root starts last: the others have then freed their requests and call MPI_Finalize.
  if (is_root)
    for (int from = 1; from < world_size(); ++from)
      MPI_Recv(nullptr, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Start(&request);
  MPI_Request_free(&request);
  if (!is_root) MPI_Send(nullptr, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  EXPECT_EQ(number, 7);
  return 0;
}
TEST_P(PersistentCollectives, EndBeforeFinalizeReturns) {
  run(freed_while_it_runs);
}

}  // namespace
}  // namespace bamboo::mpi
