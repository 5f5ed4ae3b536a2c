// SPDX-License-Identifier: Apache-2.0
// Plan files of each operation: reading restores what was written, and errors are found and shown.
#include <gtest/gtest.h>

#include <string>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/files.h"
#include "bamboo/plans/schedulers.h"

namespace bamboo::plans::test {
namespace {

constexpr int size = 4, root = 1;

std::vector<std::size_t> units_of(Operation operation, const std::vector<std::size_t>& blocks) {
  std::vector<std::size_t> counts;
  for (int from = 0; from < size; ++from)
    for (int to = 0; to < size; ++to) {
      const bool moves = operation == Operation::Gatherv    ? to == root
                         : operation == Operation::Scatterv ? from == root
                                                            : true;
      const bool by_sender = operation == Operation::Gatherv || operation == Operation::Allgatherv;
      counts.push_back(moves ? blocks[by_sender ? from : to] : 0);
    }
  return counts;
}

SavedPlan phased(Operation operation, std::size_t unit_bytes = 1) {
  SavedPlan out;
  out.operation = operation;
  out.size = size;
  out.root = root;
  out.unit_bytes = unit_bytes;
  out.network = Network::two_switches(2, 2, 1e6, 1e6);
  out.traffic = operation == Operation::Alltoall
                    ? all_to_all(size, 7)
                    : traffic_of(size, units_of(operation, {3, 700, 0, 40}));
  out.phases = greedy(out.traffic, out.network.in_units(unit_bytes), 10);
  return out;
}

SavedPlan stepped(const char* name, std::size_t count, std::size_t unit_bytes) {
  SavedPlan out;
  const Algorithm& algorithm = *find(name);
  out.operation = algorithm.operation;
  out.size = size;
  out.root = root;
  out.count = count;
  out.unit_bytes = unit_bytes;
  out.network = Network::star(size, 1e6);
  for (const Problem& problem : problems_of(out)) out.plans.push_back(algorithm.make(problem));
  return out;
}

/// The message about the file with `from` replaced by `to`; empty: there is none.
std::string fault(const SavedPlan& plan, const std::string& from, const std::string& to) {
  std::string text = to_json(plan);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << text;
  text.replace(at, from.size(), to);
  try {
    checked_plan_from_json(text, "p");
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

constexpr Operation with_phases[] = {Operation::Alltoall,   Operation::Alltoallv,
                                     Operation::Gatherv,    Operation::Scatterv,
                                     Operation::Allgatherv, Operation::ReduceScatter};

TEST(PlanFile, ComesBackAsItWas) {
  for (Operation operation : with_phases) {
    const SavedPlan before = phased(operation);
    const SavedPlan after = checked_plan_from_json(to_json(before), "p");
    EXPECT_EQ(after.operation, before.operation);
    EXPECT_EQ(after.root, before.root);
    EXPECT_EQ(after.traffic.messages, before.traffic.messages) << name_of(operation);
    EXPECT_EQ(after.phases->phases, before.phases->phases);
    EXPECT_EQ(to_json(after), to_json(before));
    EXPECT_TRUE(check(after).follows_units);
  }
  const SavedPlan chain = stepped("bcast/chain", 1 << 20, 1);
  EXPECT_EQ(to_json(checked_plan_from_json(to_json(chain), "p")), to_json(chain));
}

TEST(PlanFile, SaysWhatOlderVersionsCannotRead) {
  for (Operation operation : with_phases) {
    const bool is_new = is_irregular(operation) && operation != Operation::Alltoallv;
    const char* format = is_new ? "\"bamboo_plan\": 3" : "\"bamboo_plan\": 1";
    EXPECT_NE(to_json(phased(operation)).find(format), std::string::npos) << name_of(operation);
  }
}

TEST(PlanFile, CountsInElementsOfReductions) {
  const SavedPlan plan = phased(Operation::ReduceScatter, 8);
  const SavedPlan after = checked_plan_from_json(to_json(plan), "p");
  EXPECT_EQ(after.unit_bytes, 8u);
  EXPECT_EQ(after.traffic.messages, plan.traffic.messages);
}

TEST(PlanFile, ShowsTheLineAndTheColumnOfWhatIsWrong) {
  EXPECT_EQ(fault(phased(Operation::Scatterv), "[1,3,40]", "[2,3,40]"),
            "p:15:3: error: traffic[1]: is no message of scatterv\n"
            "  [2,3,40]],\n"
            "  ^");
  EXPECT_EQ(fault(phased(Operation::Gatherv), "\"root\": 1", "\"root\": 4"),
            "p:5:10: error: root: is no rank\n"
            " \"root\": 4,\n"
            "         ^");
  EXPECT_EQ(
      fault(phased(Operation::Gatherv), "\"size\": 4", "\"size\" 4"),
      "p:4:9: error: syntax error while parsing object separator - unexpected number literal; "
      "expected ':'\n"
      " \"size\" 4,\n"
      "        ^");
}

TEST(PlanFile, HasUnitsOfManyBytesForReductionsOnly) {
  EXPECT_NE(fault(phased(Operation::Gatherv), "\"unit_bytes\": 1", "\"unit_bytes\": 8")
                .find("unit_bytes: must be 1"),
            std::string::npos);
  EXPECT_NE(fault(phased(Operation::ReduceScatter), "\"unit_bytes\": 1", "\"unit_bytes\": 0"), "");
}

TEST(PlanFile, HasWhatEachRankKnows) {
  for (Operation operation : with_phases) {
    const SavedPlan plan = phased(operation);
    const auto problems = problems_of(plan);
    for (int rank = 0; rank < size; ++rank)
      EXPECT_EQ(rank_traffic(problems[rank]), rank_traffic(plan.traffic, rank)) << rank;
  }
}

TEST(PlanFile, RefusesTrafficOfAnotherOperation) {
  EXPECT_NE(fault(phased(Operation::Scatterv), "\"scatterv\"", "\"gatherv\""), "");
  EXPECT_NE(fault(phased(Operation::Scatterv), "\"scatterv\"", "\"allgatherv\""), "");
  EXPECT_NE(fault(phased(Operation::Scatterv), "\"scatterv\"", "\"scatter\"")
                .find("scatter has plans instead"),
            std::string::npos);
  EXPECT_NE(fault(phased(Operation::Allgatherv), "[0,1,3]", "[0,1,4]"), "");
  EXPECT_NE(fault(phased(Operation::Allgatherv), "[0,1,3],", ""), "");
  EXPECT_NE(fault(phased(Operation::Alltoallv), "[0,1,700]", "[0,1,700],\n[0,1,700]"), "");
}

TEST(PlanFile, RefusesPhasesThatLoseRepeatOrAddMessages) {
  const SavedPlan plan = phased(Operation::Scatterv);
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,3,0,39]").find(": error: phases: "), std::string::npos);
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,3,0,40],[1,3,0,40]"), "");
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,2,0,40]"), "");
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,4,0,40]"), "");
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,3,0]"), "");
  EXPECT_NE(fault(plan, "[1,3,0,40]", "[1,3,18446744073709551610,40]"), "");
}

TEST(PlanFile, RefusesStepsThatDoNotBringEveryBlockOnce) {
  const SavedPlan plan = stepped("bcast/binomial", 1, 1 << 20);
  EXPECT_EQ(fault(plan, "\"bcast\"", "\"bcast\""), "");
  EXPECT_NE(fault(plan, "\"receive\":1", "\"receive\":2").find("p:9:11: error: plans: "),
            std::string::npos);
  const SavedPlan cut = stepped("bcast/chain", 1 << 20, 1);
  EXPECT_NE(fault(cut, "\"to\":\"output+0\"", "\"to\":\"output+8192\""), "");
  EXPECT_NE(fault(cut, "\"count\": 1048576", "\"count\": 1048575"), "");
  EXPECT_NE(fault(cut, "\"count\": 1048576", "\"count\": 18446744073709551615"), "");
}

TEST(PlanFile, FollowsLargeBlocksInLargeUnits) {
  EXPECT_TRUE(check(stepped("bcast/chain", 1 << 24, 1)).follows_units);
  SavedPlan odd = stepped("bcast/chain", (1 << 24) + 1, 1);
  EXPECT_FALSE(check(odd).follows_units);
  EXPECT_NE(fault(odd, "bcast", "bcast").find("too many units to follow"), std::string::npos);
}

// A nest that no reader enters must not be entered to find the position of an error either.
TEST(PlanFile, MayHaveDeepNests) {
  const std::string nest(2000, '['), back(2000, ']');
  EXPECT_NE(fault(phased(Operation::Scatterv), "\"root\": 1",
                  "\"deep\": " + nest + back + ", \"root\": 9"),
            "");
}

}  // namespace
}  // namespace bamboo::plans::test
