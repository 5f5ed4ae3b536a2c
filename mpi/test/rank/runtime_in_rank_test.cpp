// SPDX-License-Identifier: Apache-2.0
// A library that makes task graphs, called from a virtual rank.
#include <gtest/gtest.h>
#include <mpi.h>

#include <stdexcept>
#include <string>

#include "bamboo/taskgraph/runtime.h"
#include "launch/launch.h"

namespace bamboo::mpi {
namespace {

template <class Make>
std::string refusal_of(Make make) {
  try {
    make();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

int calls_library(int, char**) {
  MPI_Init(nullptr, nullptr);
  const std::string on_world = refusal_of([] { Runtime runtime(MPI_COMM_WORLD); });
  const std::string of_job = refusal_of([] { Runtime runtime; });
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  for (const std::string& text : {on_world, of_job}) {
    if (!text.starts_with("a Runtime within a virtual rank")) return 3;
    if (text.find("start a process for each rank") == std::string::npos) return 4;
  }
  return 0;
}

}  // namespace

TEST(RuntimeInRank, IsRefusedAndTheRankGoesOn) {
  for (const int workers : {1, 2}) {
    RuntimeOptions options;
    options.workers = workers;
    EXPECT_EQ(run_ranks(options, 3, &calls_library), 0);
  }
}

}  // namespace bamboo::mpi
