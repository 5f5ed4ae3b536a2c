// SPDX-License-Identifier: Apache-2.0
// Looks at the network alone move a large message between two processes.
#include "runtime/windows/network_look.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace bamboo::overlap {
namespace {

/// Far more looks than it takes; each lets the other process run.
constexpr int most_looks = 10'000'000;

/// The memory into which the MPI writes while the network is tested.
bool is_there(const char& byte) {
  return *static_cast<const volatile char*>(&byte) != 0;
}

TEST(NetworkLook, MovesALargeMessage) {
  constexpr int bytes = 4 << 20;
  std::vector<char> out(bytes, 1), in(bytes, 0);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request requests[2];
  MPI_Irecv(in.data(), bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out.data(), bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
  {
    const NetworkLook network;
    for (int i = 0; i < most_looks && !is_there(in.back()); ++i) {
      network.look();
      std::this_thread::yield();
    }
  }
  EXPECT_TRUE(is_there(in.back()));
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

}  // namespace
}  // namespace bamboo::overlap
