// SPDX-License-Identifier: Apache-2.0
#include "selection/trial.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "configuration/planned_algorithms.h"
#include "patterns/pattern_history.h"
#include "selection/forecast.h"
#include "selection/large_call.h"
#include "timed_calls.h"

namespace bamboo::plans::pmpi {
namespace {

TEST(Trial, ConnectionsMayNeedTwoCallsToGetUpToSpeed) {
  for (const double share : {Trial::any_share, Trial::small_share}) {
    Calls calls(share, [](const std::string& name, int in_a_row) {
      if (name == "mpi") return 0.14;
      return name == "alltoall/gated" && in_a_row >= 2 ? 0.08 : 0.4;
    });
    calls.make(1000);
    EXPECT_EQ(calls.next(), "alltoall/gated");
    EXPECT_EQ(calls.news(), 1);
    EXPECT_STREQ(calls.rule().algorithm->name, "alltoall/gated");
  }
}

TEST(Trial, TheMpisOwnStaysUnlessSomethingIsClearlyFaster) {
  Calls calls(Trial::any_share,
              [](const std::string& name, int) { return name == "mpi" ? 0.100 : 0.097; });
  calls.make(30);
  EXPECT_TRUE(calls.is_over());
  EXPECT_EQ(calls.next(), "mpi");
  EXPECT_EQ(calls.rule().algorithm, nullptr);
  EXPECT_EQ(calls.news(), 1);
}

TEST(Trial, ShortRunsTryNothing) {
  Calls calls(Trial::small_share,
              [](const std::string& name, int) { return name == "mpi" ? 0.1 : 0.05; });
  calls.make(150);
  EXPECT_EQ(calls.calls_of("mpi"), 150);
  calls.make(150);
  EXPECT_NE(calls.next(), "mpi");
}

TEST(Trial, WhatIsClearlySlowerIsGivenUp) {
  Calls calls(Trial::any_share,
              [](const std::string& name, int) { return name == "mpi" ? 0.1 : 0.2; });
  calls.make(100);
  EXPECT_TRUE(calls.is_over());
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 3);
}

TEST(Trial, AWinnerThatDoesNotStayFasterGoesBack) {
  int calls_before = 0;
  Calls calls(Trial::any_share, [&](const std::string& name, int) {
    return name == "mpi" ? 0.1 : ++calls_before < 12 ? 0.05 : 0.15;
  });
  calls.make(500);
  EXPECT_TRUE(calls.is_over());
  EXPECT_EQ(calls.rule().algorithm, nullptr);
  EXPECT_EQ(calls.news(), 2);
}

TEST(Trial, AWinnerStaysThatWasDisturbedWhenTheMpisOwnWasNot) {
  int calls_before = 0;
  Calls calls(Trial::any_share, [&](const std::string& name, int) {
    ++calls_before;
    const double disturbed = 20 < calls_before && calls_before < 60 ? 0.1 : 0;
    return disturbed + (name == "mpi" ? 0.1 : 0.05);
  });
  calls.make(500);
  EXPECT_FALSE(calls.is_over());
  EXPECT_NE(calls.rule().algorithm, nullptr);
  EXPECT_NE(calls.next(), "mpi");
}

/// Candidates of any speed down to a quarter of the MPI's, whose first calls may be slow as well.
TEST(Trial, LosesAtMostThreePercentWheneverTheProgramEnds) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> speed(0.4, 4), noise(0.95, 1.05);
    std::map<std::string, double> each{{"mpi", 1}};
    Calls calls(Trial::small_share, [&](const std::string& name, int in_a_row) {
      const double here = each.try_emplace(name, speed(random)).first->second;
      return (in_a_row < 2 && here < 1.5 && name != "mpi" ? 2 * here : here) * noise(random);
    });
    for (int made = 1; made <= 3000; ++made) {
      calls.make(1);
      ASSERT_LE(calls.total(), 1.035 * made + 0.5) << "seed " << seed << " after " << made;
    }
  }
}

/// Every process has times of its own; all must choose alike after each call.
TEST(Trial, ProcessesWithDifferentTimesChooseAlike) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (unsigned seed = 0; seed < 6; ++seed) {
    std::mt19937 random(1000 * seed + static_cast<unsigned>(rank));
    std::uniform_real_distribution<double> seconds(0.5, 1.6);
    Trial trial(Operation::Allgather, 3, block, seed % 2 ? Trial::any_share : Trial::small_share);
    const Network network = Network::star(3, 12.5e6);
    if (seed % 3 == 0)
      trial.foresee(std::make_unique<Forecast>(Operation::Allgather, 1 << 20, network, true));
    if (seed % 3 == 1)
      trial.foresee(std::make_unique<LargeCall>(*find("allgather/gated"), 3, block, true));
    for (int call = 0; call < 600 && !trial.is_over(); ++call) {
      const Algorithm* next = trial.next();
      const std::string who = next ? next->name : "mpi";
      const auto own = static_cast<unsigned long>(std::hash<std::string>()(who));
      unsigned long root = own;
      PMPI_Bcast(&root, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
      ASSERT_EQ(own, root) << who << " in call " << call << " of seed " << seed;
      if (trial.add(seconds(random))) trial.agree(MPI_COMM_WORLD);
    }
  }
}

// The algorithm of a kept control part has no maker of plans.
TEST(Trial, TriesGivenAlgorithmsWithoutMakersOfPlans) {
  constexpr Algorithm kept{"alltoallv/kept", Operation::Alltoallv, true, 0, 0, nullptr};
  const Algorithm* const candidates[] = {find("alltoallv/gated"), &kept};
  Trial trial(Operation::Alltoallv, 16, candidates, Trial::any_share);
  for (int call = 0; call < 100; ++call)
    if (trial.add(slower * (trial.next() == &kept ? 0.08 : 0.1))) trial.agree(MPI_COMM_SELF);
  EXPECT_EQ(trial.next(), &kept);
}

/// Irregular all-to-alls of which `repeated` takes so long; calls until it serves, with those in a
/// row before in which the patterns were watched.
struct Irregular {
  Trial trial{Operation::Alltoallv, 16, 0, Trial::small_share};
  std::size_t watched = 0;

  void call(double of_repeated) {
    if (trial.next() == &repeated && of_repeated == 0) trial.give_up_turn();
    const double own = 0.1, gated = 0.08;
    const bool agree = trial.add(!trial.next()               ? own
                                 : trial.next() == &repeated ? of_repeated
                                 : trial.next()->is_direct   ? gated
                                                             : own);
    if (agree) trial.agree(MPI_COMM_SELF);
    watched = trial.watches_patterns() ? watched + 1 : 0;
  }
  std::size_t calls_until_repeated() {
    std::size_t calls = 0;
    for (; trial.next() != &repeated && calls < 5000; ++calls) call(0.07);
    return calls;
  }
};

TEST(Trial, PatternsAreWatchedBeforeTheyAreRepeated) {
  Irregular irregular;
  EXPECT_FALSE(irregular.trial.watches_patterns());
  const std::size_t calls = irregular.calls_until_repeated();
  EXPECT_GT(calls, 200u);
  EXPECT_LT(calls, 5000u);
  EXPECT_GE(irregular.watched, PatternHistory::most);
  for (int i = 0; i < 100; ++i) {
    irregular.call(0.07);
    EXPECT_TRUE(irregular.trial.watches_patterns());
  }
  EXPECT_EQ(irregular.trial.next(), &repeated);
  EXPECT_STREQ(irregular.trial.direct_winner()->name, "alltoallv/pairwise");
}

TEST(Trial, WhatCannotServeIsGivenUpAtOnce) {
  Irregular irregular;
  irregular.calls_until_repeated();
  irregular.call(0);
  EXPECT_STREQ(irregular.trial.next()->name, "alltoallv/pairwise");
  EXPECT_FALSE(irregular.trial.watches_patterns());
  for (int i = 0; i < 1000; ++i) {
    irregular.call(0);
    EXPECT_NE(irregular.trial.next(), &repeated);
  }
}

TEST(Trial, OfVeryManyProcessesHasNoScheduleUnasked) {
  Trial trial(Operation::Alltoallv, 4096, 0, Trial::any_share);
  for (int i = 0; i < 100; ++i) {
    EXPECT_NE(trial.next(), &repeated);
    EXPECT_FALSE(trial.watches_patterns());
    if (trial.add(trial.next() ? 0.08 : 0.1)) trial.agree(MPI_COMM_SELF);
  }
}

TEST(Trial, MulticastIsStartedWhenItsTurnComes) {
  static int started = 0;
  constexpr MulticastAccess access{[] { return started > 0; }, [] { return ++started > 0; }};
  Trial trial(Operation::Bcast, 16, 1 << 20, Trial::small_share, &access);
  const auto call = [&](int calls) {
    for (int i = 0; i < calls && !trial.is_over(); ++i) {
      EXPECT_TRUE(!trial.next() || std::string(trial.next()->name) != "bcast/multicast" || started);
      const bool agree = trial.add(trial.next() && trial.next()->by_multicast ? 0.1 : 0.2);
      if (agree) trial.agree(MPI_COMM_SELF);
    }
  };
  call(200);
  EXPECT_EQ(started, 0);
  call(2000);
  EXPECT_EQ(started, 1);
  EXPECT_STREQ(trial.next()->name, "bcast/multicast");
}

TEST(Trial, MulticastIsLeftOutWhereItIsNotStarted) {
  constexpr MulticastAccess access{[] { return false; }, nullptr};
  Trial trial(Operation::Bcast, 16, 1 << 20, Trial::any_share, &access);
  for (int i = 0; i < 200 && !trial.is_over(); ++i) {
    ASSERT_TRUE(!trial.next() || !trial.next()->by_multicast);
    if (trial.add(1)) trial.agree(MPI_COMM_SELF);
  }
  EXPECT_TRUE(trial.is_over());
}

/// A call behind requests: counted as it begins where it decides nothing.
void begin_and_end(Trial& trial, double seconds) {
  if (trial.may_only_count()) {
    trial.count();
    trial.note(seconds);
  } else if (trial.add(seconds)) {
    trial.agree(MPI_COMM_SELF);
  }
}

TEST(TrialOfRequests, DecidesAsOneOfBlockingCallsDoes) {
  for (const double plan : {0.5, 1.0, 2.0}) {
    Trial blocking(Operation::Alltoall, 1, block, Trial::small_share);
    Trial behind(Operation::Alltoall, 1, block, Trial::small_share);
    for (int call = 0; call < 1500; ++call) {
      ASSERT_EQ(behind.next(), blocking.next()) << call;
      ASSERT_EQ(behind.is_over(), blocking.is_over()) << call;
      if (behind.is_over()) break;
      const double seconds = slower * (behind.next() ? plan : 1);
      if (blocking.add(seconds)) blocking.agree(MPI_COMM_SELF);
      begin_and_end(behind, seconds);
    }
    EXPECT_EQ(behind.next() != nullptr, plan < 1);
  }
}

TEST(TrialOfRequests, FewOfItsCallsMustBeSpokenOf) {
  Trial trial(Operation::Alltoall, 1, block, Trial::small_share);
  int spoken_of = 0;
  for (int call = 0; call < 150; ++call) {
    spoken_of += !trial.may_only_count();
    begin_and_end(trial, slower);
  }
  EXPECT_EQ(spoken_of, 0);  // the budget is not there yet
}

TEST(TrialOfRequests, IsOverWhereCallsAreNeverWaitedFor) {
  Trial trial(Operation::Alltoall, 1, block, Trial::any_share);
  for (int call = 0; call < 100 && trial.may_only_count(); ++call) trial.count();
  for (int call = 0; call < 7; ++call) trial.miss();
  EXPECT_FALSE(trial.is_over());
  trial.add(slower);
  for (int call = 0; call < 7; ++call) trial.miss();
  EXPECT_FALSE(trial.is_over());
  trial.miss();
  EXPECT_TRUE(trial.is_over());
  EXPECT_EQ(trial.next(), nullptr);
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
