// SPDX-License-Identifier: Apache-2.0
#include "../trial.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t block = 65536;

/// The winner of an all-to-all's trial with these times of an algorithm's k-th call in a row.
std::string winner(const std::function<double(const std::string&, int)>& seconds) {
  Trial trial(Operation::Alltoall, 1, block, false);
  const Algorithm* last = nullptr;
  for (int in_a_row = 0; !trial.had_all_turns(); ++in_a_row) {
    if (trial.next() != last) in_a_row = 0;
    last = trial.next();
    trial.add(seconds(last ? last->name : "mpi", in_a_row));
  }
  trial.agree(MPI_COMM_WORLD);
  EXPECT_TRUE(trial.is_over());
  EXPECT_EQ(trial.rule().algorithm, trial.winner());
  return trial.winner() ? trial.winner()->name : "mpi";
}

TEST(Trial, ConnectionsMayNeedTwoCallsToGetUpToSpeed) {
  EXPECT_EQ(winner([](const std::string& name, int in_a_row) {
              if (name == "mpi") return 0.14;
              return name == "alltoall/gated" && in_a_row >= 2 ? 0.08 : 0.4;
            }),
            "alltoall/gated");
}

TEST(Trial, TheMpisOwnStaysUnlessSomethingIsClearlyFaster) {
  EXPECT_EQ(winner([](const std::string& name, int) { return name == "mpi" ? 0.100 : 0.097; }),
            "mpi");
}

}  // namespace
}  // namespace bamboo::plans::pmpi

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
