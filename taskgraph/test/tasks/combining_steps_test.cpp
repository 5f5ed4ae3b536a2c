// SPDX-License-Identifier: Apache-2.0
// The steps of all members together, with sets instead of values.
#include "tasks/combining_steps.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <vector>

using namespace bamboo;

namespace {

using Kind = CombiningStep::Kind;

/// Runs the steps of all members; returns what each has in the end. A member that is there twice in
/// a set fails.
std::vector<std::multiset<int>> combined(int members) {
  std::vector<std::multiset<int>> has(members);
  std::vector<std::vector<CombiningStep>> steps;
  std::vector<std::size_t> done(members, 0);
  std::map<std::tuple<int, int, int>, std::multiset<int>> messages;  // to, from, stage
  for (int member = 0; member < members; ++member) {
    has[member].insert(member);
    steps.push_back(combining_steps(member, members));
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (int me = 0; me < members; ++me) {
      if (done[me] == steps[me].size()) continue;
      const CombiningStep& step = steps[me][done[me]];
      if (step.kind == Kind::Receive) {
        const auto message = messages.extract({me, step.member, step.stage});
        if (message.empty()) continue;
        has[me].insert(message.mapped().begin(), message.mapped().end());
      } else {
        EXPECT_TRUE(messages.try_emplace({step.member, me, step.stage}, has[me]).second);
        if (step.kind == Kind::Give) has[me].clear();
      }
      ++done[me];
      moved = true;
    }
  }
  EXPECT_TRUE(messages.empty());
  for (int me = 0; me < members; ++me) EXPECT_EQ(done[me], steps[me].size());
  return has;
}

}  // namespace

TEST(CombiningSteps, GiveEachMemberTheValuesOfAllOnce) {
  for (int members = 1; members <= 70; ++members) {
    std::multiset<int> all;
    for (int member = 0; member < members; ++member) all.insert(member);
    for (const auto& has : combined(members)) EXPECT_EQ(has, all) << members << " members";
  }
}

TEST(CombiningSteps, AreFewForEachMember) {
  for (unsigned members = 1; members <= 4096; members = members * 2 + 1) {
    for (unsigned member = 0; member < members; ++member) {
      const auto steps = combining_steps(static_cast<int>(member), static_cast<int>(members));
      EXPECT_LE(steps.size(), 2 * std::bit_width(members));
    }
  }
}

TEST(CombiningSteps, OfOneMemberAreNone) {
  EXPECT_TRUE(combining_steps(0, 1).empty());
}

TEST(ForwardingTargets, ReachEachMemberOnceInFewStages) {
  for (int members = 1; members <= 70; ++members) {
    for (int root = 0; root < members; ++root) {
      std::map<int, int> depth{{root, 0}};
      std::vector<int> reached{root};
      for (std::size_t at = 0; at < reached.size(); ++at) {
        for (const int target : forwarding_targets(reached[at], root, members)) {
          EXPECT_TRUE(depth.try_emplace(target, depth[reached[at]] + 1).second);
          reached.push_back(target);
        }
      }
      EXPECT_EQ(reached.size(), members);
      for (const auto& [member, stages] : depth)
        EXPECT_LE(stages, std::bit_width(static_cast<unsigned>(members - 1)));
    }
  }
}
