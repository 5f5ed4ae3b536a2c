// SPDX-License-Identifier: Apache-2.0
#include "selection/choice.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "arguments/operation_kinds.h"
#include "configuration/planned_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

Rule random_rule(std::mt19937& random) {
  const std::span<const Algorithm> all = algorithms();
  const Algorithm& algorithm = all[random() % all.size()];
  Rule rule{algorithm.operation};
  if (random() % 2) rule.algorithm = &algorithm;
  if (random() % 3 == 0) rule.processes = 2 + static_cast<int>(random() % 3);
  if (random() % 2) rule.from = random() % 9000;
  if (random() % 2) rule.to = rule.from + random() % 9000;
  return rule;
}

TEST(Choice, WhatWasLearntBetweenHostsServesBetweenHosts) {
  World world;
  const Algorithm& algorithm = *find("bcast/binomial");
  world.tuned.push_back({algorithm.operation});
  world.tuned.back().algorithm = &algorithm;
  EXPECT_EQ(Choice(world, {0, 1, 2}, false).decide(Operation::Bcast, 8192).algorithm, &algorithm);
  EXPECT_EQ(Choice(world, {1, 1, 1}, false).decide(Operation::Bcast, 8192).algorithm, nullptr);
}

TEST(Choice, PlansOfExchangesBetweenHostsAreGated) {
  World world;
  world.settings.always = true;
  const auto planned = [&](const std::vector<int>& hosts, Operation operation, std::size_t bytes) {
    Choice choice(world, hosts, false);
    const Algorithm* algorithm = choice.decide(operation, bytes).algorithm;
    EXPECT_EQ(choice.decide_now(operation, bytes), algorithm);
    return std::string(algorithm->name);
  };
  const std::vector<int> between{0, 0, 1, 2}, inside{1, 1, 1, 1};
  EXPECT_EQ(planned(between, Operation::Alltoallv, 0), "alltoallv/gated");
  EXPECT_EQ(planned(between, Operation::Alltoall, 4096), "alltoall/gated");
  EXPECT_EQ(planned(between, Operation::Allgather, 1 << 20), "allgather/gated");
  EXPECT_EQ(planned(between, Operation::Allgatherv, 4096), "allgatherv/gated");
  EXPECT_EQ(planned(between, Operation::Alltoall, 4095), "alltoall/pairwise");
  EXPECT_EQ(planned(between, Operation::Allgather, 8), "allgather/bruck");
  EXPECT_EQ(planned(between, Operation::Allreduce, 1 << 20), "allreduce/gated");
  EXPECT_EQ(planned(between, Operation::Allreduce, 8192), "allreduce/doubling");
  EXPECT_EQ(planned(inside, Operation::Allreduce, 1 << 20), "allreduce/segments");
  EXPECT_EQ(planned(inside, Operation::Alltoallv, 0), "alltoallv/pairwise");
  EXPECT_EQ(planned(inside, Operation::Alltoall, 4096), "alltoall/pairwise");
}

/// Behind a nonblocking call, between three hosts.
std::string at_once(const World& world, Operation operation, std::size_t bytes) {
  const Choice choice(world, {0, 1, 2}, false);
  const Algorithm* algorithm = choice.decide_at_once(operation, bytes);
  EXPECT_TRUE(!algorithm || choice.may_decide_at_once());
  return algorithm ? algorithm->name : "mpi";
}

Rule rule_for(const char* name) {
  Rule rule{find(name)->operation};
  rule.algorithm = find(name);
  return rule;
}

TEST(Choice, NonblockingCallsAreServedByDirectAlgorithmsThatAreSaid) {
  World world;
  EXPECT_FALSE(Choice(world, {0, 1, 2}, false).may_decide_at_once());
  EXPECT_EQ(at_once(world, Operation::Alltoall, 8192), "mpi");
  world.tuned = {rule_for("alltoall/pairwise"), rule_for("allgather/ring")};
  EXPECT_EQ(at_once(world, Operation::Alltoall, 8192), "alltoall/pairwise");
  EXPECT_EQ(at_once(world, Operation::Allgather, 8192), "mpi");  // passes on what it gets
  EXPECT_EQ(at_once(world, Operation::Gather, 8192), "mpi");
  Rule of_patterns{repeated.operation};
  of_patterns.algorithm = &repeated;
  world.tuned.push_back(of_patterns);
  EXPECT_EQ(at_once(world, Operation::Alltoallv, 0), "alltoallv/gated");  // agrees on nothing
  world.settings.always = true;
  EXPECT_EQ(at_once(world, Operation::Alltoall, 8192), "alltoall/gated");
  EXPECT_EQ(at_once(world, Operation::Gather, 8192), "gather/linear");
  EXPECT_EQ(at_once(world, Operation::Bcast, 8192), "mpi");
  world.settings.forced = {rule_for("alltoall/bruck")};
  EXPECT_EQ(at_once(world, Operation::Alltoall, 8192), "mpi");
}

TEST(Choice, NonblockingCallsAreServedByAllAlgorithmsWhereTheMpiLooksAtPlans) {
  World world;
  world.looks_everywhere = true;
  EXPECT_EQ(at_once(world, Operation::Bcast, 8192), "mpi");
  world.tuned = {rule_for("bcast/chain")};
  EXPECT_EQ(at_once(world, Operation::Bcast, 8192), "bcast/chain");
  world.tuned.front().algorithm = multicast_of(Operation::Bcast);
  EXPECT_EQ(at_once(world, Operation::Bcast, 8192), "mpi");  // waits for the others
  world.settings.always = true;
  EXPECT_EQ(at_once(world, Operation::Allreduce, 1 << 20), "allreduce/gated");
}

/// Each of them comes before those that are added to it.
TEST(Choice, RulesAndSettingsHaveAnOrder) {
  World world;
  const std::vector<Rule> of_request{rule_for("alltoall/gated")};
  const auto by = [&](const std::vector<int>& hosts, std::size_t bytes) {
    return Choice(world, hosts, false).ruling(Operation::Alltoall, bytes).by;
  };
  EXPECT_EQ(by({0, 0}, 8192), Ruling::By::Mpi);
  EXPECT_EQ(by({0, 1}, 8), Ruling::By::Mpi);
  EXPECT_EQ(by({0, 1}, 8192), Ruling::By::Times);
  world.tuned = {rule_for("alltoall/bruck")};
  EXPECT_EQ(by({0, 1}, 8192), Ruling::By::Rules);
  EXPECT_EQ(by({0, 0}, 8192), Ruling::By::Mpi) << "nothing is tuned inside of a host";
  world.settings.always = true;
  EXPECT_EQ(by({0, 1}, 8192), Ruling::By::Sizes);
  Choice choice(world, {0, 1}, false);
  EXPECT_EQ(choice.decide_now(Operation::Alltoall, 8192), find("alltoall/gated"));
  choice.say({rule_for("alltoall/pairwise")});
  EXPECT_EQ(choice.ruling(Operation::Alltoall, 8192).algorithm, find("alltoall/pairwise"));
  EXPECT_EQ(choice.ruling(Operation::Alltoall, 8192, of_request).algorithm, find("alltoall/gated"));
  world.settings.forced = {rule_for("alltoall/bruck")};
  EXPECT_EQ(choice.ruling(Operation::Alltoall, 8192, of_request).algorithm, find("alltoall/bruck"));
}

TEST(Choice, WhatTheProgramSaysComesAfterTheUsersRules) {
  World world;
  world.settings.always = true;
  world.settings.forced = {rule_for("alltoall/bruck")};
  Choice choice(world, {0, 0, 0}, false);
  choice.say({rule_for("alltoall/gated"), rule_for("bcast/chain"), {Operation::Reduce}});
  EXPECT_STREQ(choice.decide(Operation::Alltoall, 8).algorithm->name, "alltoall/bruck");
  EXPECT_STREQ(choice.decide(Operation::Bcast, 8).algorithm->name, "bcast/chain");
  EXPECT_EQ(choice.decide(Operation::Reduce, 8).algorithm, nullptr);
  const std::vector<Rule> of_request{rule_for("bcast/binomial"), {Operation::Alltoall}};
  const auto behind = [&](Operation operation) {
    return choice.decide_behind_request(operation, 8, of_request);
  };
  EXPECT_EQ(behind(Operation::Bcast), find("bcast/binomial"));
  EXPECT_EQ(behind(Operation::Alltoall), find("alltoall/bruck"));
  EXPECT_EQ(behind(Operation::Reduce), std::nullopt);
}

TEST(Choice, RequestsArePlannedWhereARuleIsAboutThem) {
  World world;
  const auto may = [&](const std::vector<int>& hosts, Operation operation) {
    return Choice(world, hosts, false).may_plan_behind_request(operation);
  };
  EXPECT_TRUE(may({0, 1}, Operation::Alltoall));
  EXPECT_FALSE(may({0, 0}, Operation::Alltoall));
  world.settings.forced = {rule_for("alltoall/gated")};
  EXPECT_TRUE(may({0, 0}, Operation::Alltoall));
  EXPECT_FALSE(may({0, 0}, Operation::Alltoallv));
}

/// The choice is made by blocking calls whose size has the same power of two.
TEST(Choice, NonblockingCallsAreServedByWhatHasWonATrial) {
  World world;
  world.settings.learn = true;
  Choice choice(world, {0, 1, 2}, false);
  const Algorithm& best = *find("alltoall/gated");
  for (int i = 0; i < 100 && !choice.decide_at_once(Operation::Alltoall, 8192); ++i) {
    const Decision decision = choice.decide(Operation::Alltoall, 8200);
    if (decision.trial->add(decision.algorithm == &best ? 0.5 : 1))
      decision.trial->agree(MPI_COMM_WORLD);
  }
  EXPECT_EQ(choice.decide_at_once(Operation::Alltoall, 8192), &best);
  EXPECT_EQ(choice.decide_at_once(Operation::Alltoall, 16384), nullptr);
  EXPECT_EQ(choice.decide_at_once(Operation::Alltoallv, 0), nullptr);
}

/// Whatever rules there are: what is kept is decided as if it were not.
TEST(Choice, SizesThatAreDecidedAlike) {
  int kept = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    World world;
    for (int i = 0; i < 4; ++i)
      (i % 2 ? world.tuned : world.settings.forced).push_back(random_rule(random));
    Choice choice(world, random() % 2 ? std::vector<int>{0, 0, 0} : std::vector<int>{0, 1, 2},
                  false);
    const Operation operation = algorithms()[random() % algorithms().size()].operation;
    const bool counts = counts_bytes(operation);
    const std::size_t bytes = counts ? random() % 9000 : 0;
    const Decision decision = choice.decide(operation, bytes);
    if (decision.algorithm || decision.is_timed) continue;
    ++kept;
    const auto [from, to] = choice.decided_alike(operation, bytes);
    ASSERT_TRUE(from <= bytes && bytes <= to) << seed;
    for (std::size_t other = 0; counts && other < 20000; other += 1 + random() % 50) {
      if (other < from || other > to) continue;
      const Decision alike = choice.decide(operation, other);
      ASSERT_TRUE(!alike.algorithm && !alike.is_timed)
          << seed << ": " << name_of(operation) << ' ' << other << " is not as " << bytes;
    }
  }
  EXPECT_GT(kept, 100);
}

TEST(Choice, CallsBehindRequestsHaveTrialsWhereOneThreadIsInTheMpi) {
  World world;
  const auto may_try = [&](const std::vector<int>& hosts, Operation operation, std::size_t bytes) {
    return Choice(world, hosts, true).may_try_behind_request(operation, bytes);
  };
  const std::vector<int> between{0, 1, 2}, inside{1, 1, 1};
  EXPECT_FALSE(may_try(between, Operation::Bcast, 1 << 20));
  world.is_one_thread_in_mpi = true;
  EXPECT_TRUE(may_try(between, Operation::Bcast, 1 << 20));
  EXPECT_FALSE(may_try(inside, Operation::Bcast, 1 << 20));
  EXPECT_FALSE(may_try(between, Operation::Bcast, 8));
  EXPECT_FALSE(may_try(between, Operation::Barrier, 0));
  world.settings.forced = {rule_for("bcast/chain")};
  EXPECT_FALSE(may_try(between, Operation::Bcast, 1 << 20));
  EXPECT_TRUE(may_try(between, Operation::Allreduce, 1 << 20));
}

TEST(Choice, TrialsOfNonblockingCallsAreOfWhatMayStandBehindRequests) {
  World world;
  world.is_one_thread_in_mpi = true;
  Choice choice(world, {0, 1, 2}, true);
  // No direct broadcast is good for a long vector.
  EXPECT_TRUE(choice.trial_of_nonblocking(Operation::Bcast, 1 << 20)->is_over());
  EXPECT_FALSE(choice.trial_of_nonblocking(Operation::Alltoall, 1 << 20)->is_over());
  EXPECT_EQ(choice.trial_of_nonblocking(Operation::Alltoall, 1 << 20),
            choice.trial_of_nonblocking(Operation::Alltoall, (1 << 20) + 1));
  world.looks_everywhere = true;
  EXPECT_FALSE(choice.trial_of_nonblocking(Operation::Bcast, 1 << 21)->is_over());
}

}  // namespace
}  // namespace bamboo::plans::pmpi
