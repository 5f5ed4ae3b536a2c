// SPDX-License-Identifier: Apache-2.0
// The verifier finds errors: every mutation of a correct plan is refused.
#include "bamboo/plans/verify.h"

#include <gtest/gtest.h>

#include "faults.h"
#include "problems.h"

namespace bamboo::plans::test {
namespace {

using testing::TestWithParam;

struct PlannedCase {
  std::vector<Problem> problems;
  std::vector<Plan> plans;
};

PlannedCase planned_case(const char* name, int size, int root = 0, std::size_t count = 4) {
  const Algorithm& algorithm = *find(name);
  PlannedCase out;
  out.problems = problems(algorithm.operation, size, root, count, false);
  out.plans = plans(algorithm, out.problems);
  return out;
}

std::string verified(const PlannedCase& c) {
  return text_of(verify(c.problems, c.plans));
}

/// Removes step `index`. Its successors then depend on its predecessors.
void drop(Plan& plan, std::uint32_t index) {
  const auto gone = plan.steps[index].after;
  plan.steps.erase(plan.steps.begin() + index);
  for (Step& step : plan.steps) {
    std::vector<std::uint32_t> after;
    for (std::uint32_t before : step.after) {
      if (before == index)
        after.insert(after.end(), gone.begin(), gone.end());
      else
        after.push_back(before > index ? before - 1 : before);
    }
    step.after = after;
  }
}

class Mutations : public TestWithParam<const char*> {};

TEST_P(Mutations, ADroppedStepIsFound) {
  const PlannedCase right = planned_case(GetParam(), 7, 0, 3);
  ASSERT_EQ(verified(right), "");
  for (std::size_t r = 0; r < right.plans.size(); ++r)
    for (std::uint32_t i = 0; i < right.plans[r].steps.size(); ++i) {
      PlannedCase wrong = right;
      drop(wrong.plans[r], i);
      EXPECT_NE(verified(wrong), "") << "rank " << r << " without step " << i;
    }
}

TEST_P(Mutations, AChangedCountIsFound) {
  const PlannedCase right = planned_case(GetParam(), 7, 0, 3);
  for (std::size_t r = 0; r < right.plans.size(); ++r)
    for (std::uint32_t i = 0; i < right.plans[r].steps.size(); ++i)
      for (int change : {-1, 1}) {
        PlannedCase wrong = right;
        wrong.plans[r].steps[i].count += change;
        EXPECT_NE(verified(wrong), "") << "rank " << r << " step " << i << " by " << change;
      }
}

TEST_P(Mutations, AMissingDependenceIsFound) {
  const PlannedCase right = planned_case(GetParam(), 7, 0, 3);
  int found = 0, dropped = 0;
  for (std::size_t r = 0; r < right.plans.size(); ++r)
    for (std::uint32_t i = 0; i < right.plans[r].steps.size(); ++i) {
      PlannedCase wrong = right;
      if (wrong.plans[r].steps[i].after.empty()) continue;
      ++dropped;
      wrong.plans[r].steps[i].after.clear();
      found += verified(wrong) != "";
    }
  EXPECT_EQ(found, dropped);
}

INSTANTIATE_TEST_SUITE_P(Plans, Mutations,
                         testing::Values("bcast/bine", "bcast/binomial", "bcast/scatter_allgather",
                                         "bcast/multicast", "scatter/multicast",
                                         "scatterv/multicast", "scatterv/multicast_dynamic",
                                         "gather/binomial", "scatter/binomial", "allgather/ring",
                                         "allgather/bruck", "alltoall/pairwise", "alltoall/bruck",
                                         "reduce/tree", "reduce/halving", "allreduce/doubling",
                                         "allreduce/halving", "allreduce/segments", "scan/doubling",
                                         "reduce_scatter_block/direct"),
                         [](const auto& test) {
                           std::string name = test.param;
                           name[name.find('/')] = '_';
                           return name;
                         });

TEST(Verify, ACycleThroughTheOrderOfStepsIsFound) {
  PlannedCase c = planned_case("allgather/ring", 4);
  c.plans[1].steps[0].after.push_back(2);
  EXPECT_NE(verified(c).find("does not precede it"), std::string::npos) << verified(c);
}

TEST(Verify, ACycleThroughMessagesIsFound) {
  // Both ranks send only after they have received.
  PlannedCase c = planned_case("alltoall/pairwise", 2);
  for (Plan& plan : c.plans) {
    ASSERT_EQ(plan.steps[0].kind, Step::Kind::Receive);
    ASSERT_EQ(plan.steps[1].kind, Step::Kind::Send);
    plan.steps[1].after.push_back(0);
  }
  EXPECT_NE(verified(c).find("deadlock"), std::string::npos) << verified(c);
}

TEST(Verify, TransfersOfAPairInAnotherOrderAreFound) {
  PlannedCase c = planned_case("bcast/chain", 2, 0, 40'000);
  auto& steps = c.plans[0].steps;
  ASSERT_GE(steps.size(), 2u);
  std::swap(steps.front(), steps.back());
  EXPECT_NE(verified(c), "");
}

TEST(Verify, OperandsInTheWrongOrderAreFound) {
  PlannedCase c = planned_case("scan/doubling", 2);
  for (Step& step : c.plans[1].steps)
    if (step.kind == Step::Kind::Reduce) std::swap(step.from, step.to);
  c.plans[1].steps.push_back(
      {Step::Kind::Copy, -1, {Place::Buffer::Scratch, 0}, {Place::Buffer::Output, 0}, 4, {2}});
  EXPECT_NE(verified(c).find("order of ranks"), std::string::npos) << verified(c);
}

TEST(Verify, DifferentBracketsOnDifferentRanksAreFound) {
  // Rank 0 as the tree has it, the others as each likes: all right for a reduce, not for an
  // allreduce. Here three ranks gather all operands; rank 0 brackets to the left, others to the
  // right.
  PlannedCase c;
  c.problems = problems(Operation::Allreduce, 3, 0, 1, false);
  for (int r = 0; r < 3; ++r) {
    Plan plan{"allreduce/all", r, 3, 3, {}};
    for (int i = 0; i < 3; ++i) {
      const Place mine{Place::Buffer::Scratch, static_cast<std::size_t>(i)};
      if (i == r) {
        plan.steps.push_back({Step::Kind::Copy, -1, {Place::Buffer::Input, 0}, mine, 1, {}});
        continue;
      }
      plan.steps.push_back({Step::Kind::Receive, i, {}, mine, 1, {}});
    }
    for (int i = 0; i < 3; ++i)
      if (i != r) plan.steps.push_back({Step::Kind::Send, i, {Place::Buffer::Input, 0}, {}, 1, {}});
    const Place a{Place::Buffer::Scratch, 0}, b{Place::Buffer::Scratch, 1},
        d{Place::Buffer::Scratch, 2};
    if (r == 0) {
      plan.steps.push_back({Step::Kind::Reduce, -1, a, b, 1, {0, 1, 2}});
      plan.steps.push_back({Step::Kind::Reduce, -1, b, d, 1, {5}});
    } else {
      plan.steps.push_back({Step::Kind::Reduce, -1, b, d, 1, {0, 1, 2}});
      plan.steps.push_back({Step::Kind::Reduce, -1, a, d, 1, {5}});
    }
    plan.steps.push_back({Step::Kind::Copy, -1, d, {Place::Buffer::Output, 0}, 1, {6}});
    c.plans.push_back(plan);
  }
  EXPECT_NE(verified(c).find("bracket"), std::string::npos) << verified(c);
}

TEST(Verify, WritingToTheInputIsFound) {
  PlannedCase c = planned_case("bcast/binomial", 2);
  c.problems = problems(Operation::Allgather, 2, 0, 4, false);
  c.plans = plans(*find("allgather/ring"), c.problems);
  c.plans[0].steps.push_back(
      {Step::Kind::Copy, -1, {Place::Buffer::Output, 0}, {Place::Buffer::Input, 0}, 1, {0}});
  EXPECT_NE(verified(c).find("writes to the input"), std::string::npos) << verified(c);
}

TEST(Verify, ABarrierThatARankMayLeaveEarlyIsFound) {
  PlannedCase c = planned_case("barrier/dissemination", 4);
  EXPECT_EQ(verified(c), "");
  for (Plan& plan : c.plans) plan.steps.clear();
  EXPECT_EQ(verified(c), "rank 0 may end before rank 1 has begun");
  c = planned_case("barrier/dissemination", 4);
  for (Step& step : c.plans[0].steps) step.after.clear();  // it sends before it has heard
  EXPECT_EQ(verified(c), "rank 2 may end before rank 3 has begun");
}

TEST(Verify, AMessageOfTwoBlocksIsFoundAtAnyPlaces) {
  PlannedCase c = planned_case("allgather/neighbour", 4);
  EXPECT_EQ(verified(c), "");
  for (Problem& p : c.problems) {
    p.operation = Operation::Allgatherv;
    p.output_counts.assign(4, p.count);
  }
  EXPECT_NE(verified(c).find("goes over the end of a block"), std::string::npos) << verified(c);
}

TEST(Verify, RanksThatDisagreeAboutCountsAreFound) {
  PlannedCase c = planned_case("alltoallv/pairwise", 4);
  c.problems[2].input_counts[1] += 1;
  c.plans[2] = find("alltoallv/pairwise")->make(c.problems[2]);
  EXPECT_NE(verified(c), "");
}

}  // namespace
}  // namespace bamboo::plans::test
