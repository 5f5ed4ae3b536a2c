// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/print.h"

#include <gtest/gtest.h>

#include "problems.h"

namespace bamboo::plans::test {
namespace {

TEST(Print, OneLinePerStepWithItsPhase) {
  const auto all = problems(Operation::Bcast, 4, 0, 5, false);
  const auto made = plans(*find("bcast/binomial"), all);
  EXPECT_EQ(to_text(made[0]),
            "bcast/binomial, rank 0 of 4, scratch 0\n"
            "  [0] 0: send 5 units at output+0 to 2\n"
            "  [0] 1: send 5 units at output+0 to 1\n");
  EXPECT_EQ(to_text(made[2]),
            "bcast/binomial, rank 2 of 4, scratch 0\n"
            "  [0] 0: receive 5 units from 0 to output+0\n"
            "  [1] 1: send 5 units at output+0 to 3, after 0\n");
}

TEST(Print, AReductionShowsTheOrderOfItsOperands) {
  EXPECT_EQ(
      to_text(Step{
          Step::Kind::Reduce, -1, {Place::Buffer::Scratch, 2}, {Place::Buffer::Output, 0}, 1, {}}),
      "reduce 1 unit output+0 = scratch+2 op output+0");
}

TEST(Print, APhaseIsATransferLater) {
  const auto all = problems(Operation::Barrier, 8, 0, 0, false);
  const auto made = plans(*find("barrier/dissemination"), all);
  EXPECT_EQ(phases(made[3]), (std::vector<int>{0, 0, 1, 1, 2, 2}));
}

TEST(Print, TheDrawingHasAnArrowForEveryMessage) {
  const auto all = problems(Operation::Alltoall, 4, 0, 1, false);
  const std::string svg = to_svg(plans(*find("alltoall/pairwise"), all));
  std::size_t arrows = 0;
  for (std::size_t at = svg.find("marker-end"); at != std::string::npos;
       at = svg.find("marker-end", at + 1))
    ++arrows;
  EXPECT_EQ(arrows, 12u);
  EXPECT_NE(svg.find("alltoall/pairwise"), std::string::npos);
}

}  // namespace
}  // namespace bamboo::plans::test
