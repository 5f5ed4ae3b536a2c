// SPDX-License-Identifier: Apache-2.0
// The functions of translated source: regions, send blocks (puts), receive blocks (firing rules).
#include <bamboo/region.h>

#include <atomic>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/internal/recycled_memory.h"
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Regions, 2, 6, 16);

const bamboo_layout ring_layout[] = {
    {"OneNeighborForward", {0, -1, -1, -1, -1, -1, -1, -1}, nullptr, nullptr},
    {"OneNeighborBackward", {0, -1, -1, -1, -1, -1, -1, -1}, nullptr, nullptr}};
const bamboo_region ring_region = {__FILE__, __LINE__, 1, ring_layout, 2, 0};
const bamboo_region plain_region = {__FILE__, __LINE__, 0,
                                    nullptr,  0,        BAMBOO_REGION_NO_BUFFER_REUSE};
const bamboo_block block = {__FILE__, __LINE__};

int large_puts_do_not_block(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  std::vector<double> out(100000, me), in(100000);
  {
    BAMBOO_REGION(&plain_region);
    // Plain MPI would deadlock: everybody sends first, and the messages are large.
    {
      BAMBOO_SEND(&block);
      MPI_Send(out.data(), 100000, MPI_DOUBLE, (me + 1) % n, 0, MPI_COMM_WORLD);
      out.assign(out.size(), -1);
    }
    MPI_Recv(in.data(), 100000, MPI_DOUBLE, (me + n - 1) % n, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  EXPECT_EQ(in[0], (me + n - 1) % n);
  EXPECT_EQ(in[99999], (me + n - 1) % n);
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, SendsInASendBlockArePuts) {
  run(large_puts_do_not_block);
}

int large_persistent_puts(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  std::vector<double> out(100000), in(100000);
  MPI_Request request;
  MPI_Send_init(out.data(), 100000, MPI_DOUBLE, (me + 1) % n, 0, MPI_COMM_WORLD, &request);
  BAMBOO_REGION(&plain_region);
  for (int pass = 0; pass < 3; ++pass) {
    {
      BAMBOO_SEND(&block);
      out.assign(out.size(), me + pass);
      MPI_Startall(1, &request);
      MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
      out.assign(out.size(), -1);
    }
    MPI_Recv(in.data(), 100000, MPI_DOUBLE, (me + n - 1) % n, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(in[0], (me + n - 1) % n + pass);
    EXPECT_EQ(in[99999], (me + n - 1) % n + pass);
  }
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, PersistentSendsStartedInASendBlockArePuts) {
  run(large_persistent_puts);
}

int posted_receives(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  const int peers[2] = {(me + 1) % n, (me + n - 1) % n};
  for (int iteration = 0; iteration < 30; ++iteration) {
    BAMBOO_REGION(&ring_region);
    int out = me * 1000 + iteration;
    int in[2] = {-1, -1};
    {
      BAMBOO_SEND(&block);
      MPI_Send(&out, 1, MPI_INT, peers[0], 0, MPI_COMM_WORLD);
      MPI_Send(&out, 1, MPI_INT, peers[1], 1, MPI_COMM_WORLD);
    }
    {
      BAMBOO_RECEIVE(&block);
      for (int i = 0; i < 2; ++i) bamboo_post(&in[i], 1, MPI_INT, peers[i], 1 - i, MPI_COMM_WORLD);
      bamboo_fire();
      for (int i = 0; i < 2; ++i) {
        MPI_Status status;
        MPI_Recv(&in[i], 1, MPI_INT, peers[i], 1 - i, MPI_COMM_WORLD, &status);
        EXPECT_EQ(status.MPI_SOURCE, peers[i]);
        EXPECT_EQ(in[i], peers[i] * 1000 + iteration);
      }
    }
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, AReceiveTakesWhatItsBlockPosted) {
  run(posted_receives);
}

int one_buffer_for_all(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  BAMBOO_REGION(&plain_region);
  {
    BAMBOO_SEND(&block);
    for (int r = 0; r < n; ++r) MPI_Send(&me, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
  }
  int sum = 0;
  {
    BAMBOO_RECEIVE(&block);
    int in = -1;
    for (int r = 0; r < n; ++r) bamboo_post(&in, 1, MPI_INT, r, 0, MPI_COMM_WORLD);
    bamboo_fire();
    for (int r = 0; r < n; ++r) {
      MPI_Recv(&in, 1, MPI_INT, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(in, r);
      sum += in;
    }
  }
  EXPECT_EQ(sum, n * (n - 1) / 2);
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, ReceivesIntoOneBufferStayInOrder) {
  run(one_buffer_for_all);
}

int wildcard_in_a_variable(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size();
  const int me = world_rank();
  BAMBOO_REGION(&plain_region);
  {
    BAMBOO_SEND(&block);
    MPI_Send(&me, 1, MPI_INT, (me + 1) % n, 0, MPI_COMM_WORLD);
    MPI_Send(&me, 1, MPI_INT, (me + 1) % n, 1, MPI_COMM_WORLD);
  }
  int in[2] = {-1, -1};
  {
    BAMBOO_RECEIVE(&block);
    // Posted, the wildcard would take the message that the second receive asks for.
    const int sources[2] = {MPI_ANY_SOURCE, (me + n - 1) % n};
    const int tags[2] = {1, 0};
    for (int i = 0; i < 2; ++i)
      bamboo_post(&in[i], 1, MPI_INT, sources[i], tags[i], MPI_COMM_WORLD);
    bamboo_fire();
    for (int i = 0; i < 2; ++i) {
      MPI_Recv(&in[i], 1, MPI_INT, sources[i], tags[i], MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  EXPECT_EQ(in[0], (me + n - 1) % n);
  EXPECT_EQ(in[1], (me + n - 1) % n);
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, AWildcardEndsThePosting) {
  run(wildcard_in_a_variable);
}

/// A size that no other test has left in the recycled memory, which all threads share.
constexpr int recycled_elements = 6 << 20;
constexpr std::size_t recycled_bytes = recycled_elements * sizeof(double);

/// The growth of the recycled memory by a region of these flags in which such a message waited for
/// its receive.
std::size_t kept_after(const bamboo_region& region) {
  std::vector<double> out(recycled_elements, 1), in(recycled_elements);
  const std::size_t before = recycled::bytes_kept();
  BAMBOO_REGION(&region);
  {
    BAMBOO_SEND(&block);
    MPI_Send(out.data(), recycled_elements, MPI_DOUBLE, world_rank(), 0, MPI_COMM_WORLD);
  }
  MPI_Recv(in.data(), recycled_elements, MPI_DOUBLE, world_rank(), 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  EXPECT_EQ(in, out);
  return recycled::bytes_kept() - before;
}

int reused_buffers(int, char**) {
  MPI_Init(nullptr, nullptr);
  static const bamboo_region reusing = {__FILE__, __LINE__, 0, nullptr, 0, 0};
  EXPECT_LT(kept_after(plain_region), recycled_bytes)
      << "NO_BUFFER_REUSE: the payload is given back";
  EXPECT_GE(kept_after(reusing), recycled_bytes);
  EXPECT_EQ(kept_after(reusing), 0u) << "the second message takes the buffer of the first";
  MPI_Finalize();
  return 0;
}
TEST(RegionBuffers, AreRecycledUnlessTheRegionForbidsIt) {
  RuntimeOptions options;
  options.service = ServiceMode::Inline;
  std::thread([&options] { EXPECT_EQ(run_ranks(options, 1, reused_buffers), 0); }).join();
}

std::atomic<int> times_asked;
int counting_ring(int rank, int size, int* neighbours) {
  ++times_asked;
  *neighbours = (rank + 1) % size;
  return 1;
}
const bamboo_layout counting_layout = {
    "counting_ring", {-1, -1, -1, -1, -1, -1, -1, -1}, counting_ring, nullptr};
const bamboo_region counted_region = {__FILE__, __LINE__, 1, &counting_layout, 1, 0};

/// How often the layout was asked, by all ranks, while each began its region so many times.
int asked_in(int passes) {
  MPI_Barrier(MPI_COMM_WORLD);
  const int before = times_asked;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < passes; ++i) {
    BAMBOO_REGION(&counted_region);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return times_asked - before;
}

int cartesian_and_layout(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int n = world_size(), periods = 0;
  for (int i = 0; i < 2; ++i) {
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &periods, 0, &line);
    EXPECT_GT(asked_in(1), 0) << "a new Cartesian communicator may be another geometry";
    EXPECT_EQ(asked_in(20), 0);
    MPI_Comm_free(&line);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Regions, ALayoutIsAskedOnceForEachGeometry) {
  run(cartesian_and_layout);
}

}  // namespace
}  // namespace bamboo::mpi
