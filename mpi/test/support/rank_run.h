// SPDX-License-Identifier: Apache-2.0
// Runs a function as the main() of several ranks of this process.
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <tuple>

#include "bamboo/taskgraph/options.h"
#include "launch/launch.h"

namespace bamboo::mpi {

/// Ranks and workers.
class Ranks : public ::testing::TestWithParam<std::tuple<int, int>> {
 protected:
  void run(int (*program)(int, char**)) {
    RuntimeOptions options;
    options.workers = std::get<1>(GetParam());
    options.service = ServiceMode::Inline;
    options.stack_bytes = 1u << 20;
    EXPECT_EQ(run_ranks(options, std::get<0>(GetParam()), program), 0);
  }
};

inline int world_rank() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int world_size() {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The suite of one file. (A suite that files share would run each test with every file's numbers.)
#define FOR_RANKS_AND_WORKERS(Suite, ...)                                             \
  class Suite : public Ranks {};                                                      \
  INSTANTIATE_TEST_SUITE_P(                                                           \
      Sizes, Suite,                                                                   \
      ::testing::Combine(::testing::Values(__VA_ARGS__), ::testing::Values(1, 2, 4)), \
      [](const auto& sizes) {                                                         \
        return std::to_string(std::get<0>(sizes.param)) + "ranks" +                   \
               std::to_string(std::get<1>(sizes.param)) + "workers";                  \
      })

}  // namespace bamboo::mpi
