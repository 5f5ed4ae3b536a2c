// SPDX-License-Identifier: Apache-2.0
// Turns that candidates have before the budget of a trial pays for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "configuration/planned_algorithms.h"
#include "selection/forecast.h"
#include "selection/large_call.h"
#include "timed_calls.h"

namespace bamboo::plans::pmpi {
namespace {

/// On it an all-to-all of `block` needs 78.6 ms.
const Network& star() {
  static const Network star = Network::star(16, 12.5e6);
  return star;
}

const Network& slow_star() {
  static const Network star = Network::star(16, 12.5e6 / slower);
  return star;
}

Calls on(const Network& network, const Seconds& seconds, double factor = slower) {
  return {network.hosts(), std::make_unique<Forecast>(Operation::Alltoall, block, network, true),
          seconds, factor};
}

/// A plan that is clearly faster than the MPI's first call serves from the second call on, of 100.
void expect_to_serve_from_the_second_call(Calls& calls) {
  calls.make(1);
  EXPECT_EQ(calls.next(), "alltoall/gated");
  calls.make(10);
  EXPECT_EQ(calls.calls_of("mpi"), 1);
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 10);
  EXPECT_EQ(calls.news(), 1);
  calls.make(90);  // two of the MPI's own are looked at, and five compared
  EXPECT_EQ(calls.calls_of("mpi"), 1 + 2 + 5);
  EXPECT_EQ(calls.next(), "alltoall/gated");
}

TEST(TrialByForecast, BeginsWithTheFirstCallThatIsFarAboveTheWire) {
  Calls calls =
      on(slow_star(), [](const std::string& name, int) { return name == "mpi" ? 0.14 : 0.08; });
  expect_to_serve_from_the_second_call(calls);
}

TEST(TrialByForecast, BeginsWithTheFirstCallWhereAPlanIsAtTheWire) {
  Calls calls =
      on(slow_star(), [](const std::string& name, int) { return name == "mpi" ? 0.085 : 0.08; });
  calls.make(1);
  EXPECT_EQ(calls.next(), "alltoall/gated");
  calls.make(99);
  EXPECT_EQ(calls.calls_of("mpi"), 6);
  EXPECT_EQ(calls.next(), "alltoall/gated");
}

TEST(TrialByForecast, APlanThatBreaksThePromiseIsGivenUpAtOnce) {
  for (double plan : {0.14, 0.2, 0.4}) {
    Calls calls =
        on(slow_star(), [=](const std::string& name, int) { return name == "mpi" ? 0.14 : plan; });
    calls.make(12);
    EXPECT_EQ(calls.next(), "mpi");
    EXPECT_LE(calls.calls_of("alltoall/gated"), plan == 0.14 ? 10 : 3);
    EXPECT_LE(calls.total(), 12 * 0.14 + 2 * std::max(0.14, plan - 0.14) + 1e-9);
    calls.make(150);
    EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 0);
  }
}

TEST(TrialByForecast, WhatWasComparedWithADisturbedCallGoesBack) {
  int own = 0;
  Calls calls = on(slow_star(), [&](const std::string& name, int) {
    return name != "mpi" ? 0.1 : ++own == 1 ? 0.3 : 0.085;
  });
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 10);
  EXPECT_EQ(calls.next(), "mpi");
}

TEST(TrialByForecast, OthersHaveTheirTurnsLater) {
  Calls calls = on(slow_star(), [](const std::string& name, int) {
    return name == "mpi" ? 0.14 : name == "alltoall/pairwise" ? 0.08 : 0.1;
  });
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 0);
  calls.make(200);
  EXPECT_EQ(calls.next(), "alltoall/pairwise");
}

TEST(TrialByForecast, DoesNotAskAboutShortCalls) {
  EXPECT_EQ(Forecast(Operation::Alltoall, 4096, star(), true).calls(), 0U);
  EXPECT_EQ(Forecast(Operation::Alltoall, block, star(), true).calls(), 1U);
  EXPECT_EQ(Forecast(Operation::Allgatherv, 4096, star(), true).calls(), 0U);
  EXPECT_EQ(Forecast(Operation::Allgatherv, 16 * block, star(), true).calls(), 1U);
  EXPECT_EQ(Forecast(Operation::Gatherv, 0, star(), true).calls(), 0U);
  EXPECT_EQ(Forecast(Operation::Alltoallv, 0, star(), true).calls(), 1U);
  EXPECT_GT(Forecast(Operation::Alltoallv, 0, star(), false).calls(), 10U);
  EXPECT_EQ(Forecast(Operation::Alltoall, block, Network::star(65, 12.5e6), true).calls(), 0U);
}

/// An irregular all-to-all among the processes of the test, with so many bytes for each other one.
Problem exchange(std::size_t bytes) {
  Problem problem;
  problem.operation = Operation::Alltoallv;
  PMPI_Comm_rank(MPI_COMM_WORLD, &problem.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &problem.size);
  problem.input_counts.assign(problem.size, bytes);
  problem.output_counts = problem.input_counts;
  return problem;
}

/// Seconds of the call differ by process: the first one waits for the others.
std::string after_one_call(std::size_t bytes, double seconds, double longest_waiting) {
  const Problem problem = exchange(bytes);
  const Network network = Network::star(problem.size, 12.5e6);
  Trial trial(Operation::Alltoallv, problem.size, 0, Trial::small_share);
  trial.foresee(std::make_unique<Forecast>(Operation::Alltoallv, 0, network, true));
  if (trial.add(seconds + longest_waiting * problem.rank))
    trial.agree(MPI_COMM_WORLD, [&]() -> Problem { return problem; });
  return trial.next() ? trial.next()->name : "mpi";
}

TEST(TrialByForecast, ThePatternOfTheCallCounts) {
  const int others = exchange(0).size - 1;
  const double wire = others * 125e6 / 12.5e6;  // seconds, many for the same reason
  EXPECT_EQ(after_one_call(125'000'000, 1.5 * wire, 0), "alltoallv/gated");
  EXPECT_EQ(after_one_call(125'000'000, 1.1 * wire, 0), "alltoallv/gated");  // which is at the wire
  EXPECT_FALSE(Forecast(Operation::Alltoallv, 0, Network::star(others + 1, 12.5e6), true)
                   .may_gain({0.0001}));
}

/// Two senders have as much for process 2, one of them for process 0 as well: first what both
/// links need, which gated exchanges do not know. `wire`: bytes per second.
struct Uneven {
  static constexpr std::size_t much = 1'250'000;
  explicit Uneven(double wire) : network(Network::star(3, wire)) {
    const std::vector<std::vector<std::size_t>> all{{0, 0, much}, {much, 0, much}, {0, 0, 0}};
    problem.input_counts = all[problem.rank];
    for (int from = 0; from < 3; ++from) problem.output_counts[from] = all[from][problem.rank];
    trial.foresee(std::make_unique<Forecast>(Operation::Alltoallv, 0, network, true));
  }
  void call(double seconds) {
    if (trial.add(seconds)) trial.agree(MPI_COMM_WORLD, [&]() -> Problem { return problem; });
  }
  Problem problem = exchange(0);
  Network network;
  Trial trial{Operation::Alltoallv, 3, 0, Trial::small_share};
};

TEST(TrialByForecast, WhereNothingComesAgainTheNextOneHasItsTurnAtOnce) {
  if (exchange(0).size != 3) GTEST_SKIP() << "for three processes";
  Uneven uneven(12.5e6);
  uneven.call(0.5);
  EXPECT_EQ(uneven.trial.next(), &repeated);
  uneven.trial.give_up_turn();
  uneven.call(0.5);
  ASSERT_TRUE(uneven.trial.next());
  EXPECT_TRUE(uneven.trial.next()->is_direct);
}

TEST(TrialByForecast, WhatIsNotKeptInStepMustBeClearlyFaster) {
  if (exchange(0).size != 3) GTEST_SKIP() << "for three processes";
  Uneven uneven(12.5e6 / slower);
  uneven.call(0.21 * slower);  // the wire needs 0.2
  EXPECT_FALSE(uneven.trial.next());
}

/// Says always the same.
class FixedProspect final : public Prospect {
 public:
  explicit FixedProspect(Outlook outlook, bool may_gain = true)
      : outlook_(std::move(outlook)), may_gain_(may_gain) {}
  std::size_t calls() const override { return 1; }
  bool may_gain(const SeenCall&) const override { return may_gain_; }
  std::optional<Outlook> outlook(std::span<const Algorithm* const>, const Ask&,
                                 MPI_Comm) const override {
    return outlook_;
  }
  bool knows_schedules() const override { return false; }

 private:
  Outlook outlook_;
  bool may_gain_;
};

TEST(TrialWithProspect, ShortCallsAreLookedAtTwice) {
  const auto as_mpi = [](const std::string&, int) { return 1e-4; };
  Calls of_short_time(16, std::make_unique<FixedProspect>(Outlook{}, false), as_mpi);
  of_short_time.make(1);
  EXPECT_EQ(of_short_time.agreements(), 1);
  of_short_time.make(59);  // in 50 calls each agreement may cost 1.5 of them
  EXPECT_EQ(of_short_time.agreements(), 1);
  of_short_time.make(100);
  EXPECT_EQ(of_short_time.agreements(), 2);
  Outlook outlook{{find("alltoall/gated")}};
  outlook.is_small = true;
  Calls of_few_bytes(16, std::make_unique<FixedProspect>(outlook), as_mpi);
  of_few_bytes.make(160);
  EXPECT_EQ(of_few_bytes.agreements(), 2);
  EXPECT_EQ(of_few_bytes.calls_of("mpi"), 160);
}

/// A plan of 0.08 s is known.
Calls timed_calls(const Seconds& seconds, double factor = slower) {
  const Outlook outlook{{find("alltoall/gated"), find("alltoall/pairwise")}, 0.08 * factor};
  return {16, std::make_unique<FixedProspect>(outlook), seconds, factor};
}

TEST(TrialWithProspect, DoesNotBeginWhereTheMpiIsNearlyAsFast) {
  Calls calls =
      timed_calls([](const std::string& name, int) { return name == "mpi" ? 0.095 : 0.08; });
  calls.make(150);
  EXPECT_EQ(calls.calls_of("mpi"), 150);
  calls.make(150);
  EXPECT_NE(calls.next(), "mpi");
}

TEST(TrialWithProspect, WhoseOwnFirstCallMadeConnectionsWaitsForTheSecond) {
  Calls calls =
      timed_calls([](const std::string& name,
                     int in_a_row) { return name == "mpi" && in_a_row > 0 ? 0.09 : 0.112; },
                  1);  // making connections takes as long everywhere
  calls.make(100);
  EXPECT_EQ(calls.calls_of("mpi"), 100);
}

TEST(TrialWithProspect, LooksAtTheFourthCallForTheLastTime) {
  for (const int slow_from : {3, 4}) {
    int own = 0;
    Calls calls = timed_calls([&](const std::string& name, int) {
      return name != "mpi" ? 0.08 : own++ < slow_from ? 0.097 : 0.14;
    });
    calls.make(30);
    EXPECT_EQ(calls.next(), slow_from == 3 ? "alltoall/gated" : "mpi");
  }
}

/// Finds nothing to gain in the first look, and the first candidate clearly faster in the second.
class SecondLook final : public Prospect {
 public:
  explicit SecondLook(std::vector<const Algorithm*>& asked) : asked_(asked) {}
  std::size_t calls() const override { return 4; }
  bool may_gain(const SeenCall&) const override { return true; }
  std::optional<Outlook> outlook(std::span<const Algorithm* const> candidates, const Ask&,
                                 MPI_Comm) const override {
    Outlook outlook{{candidates.front()}, 0.08 * slower};
    outlook.is_small = asked_.empty();
    asked_.assign(candidates.begin(), candidates.end());
    return outlook;
  }
  bool knows_schedules() const override { return false; }

 private:
  std::vector<const Algorithm*>& asked_;
};

TEST(TrialWithProspect, ACandidateThatHadItsTurnIsNotForeseenAgain) {
  std::vector<const Algorithm*> asked;
  Calls calls(16, std::make_unique<SecondLook>(asked), [](const std::string& name, int) {
    return name == "mpi" ? 0.14 : name == "alltoall/pairwise" ? 0.3 : 0.08;
  });
  calls.make(256 + 3);  // the second look is behind the turn that the budget pays for
  EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 3);
  EXPECT_EQ(asked, std::vector{find("alltoall/gated")});
  EXPECT_EQ(calls.next(), "alltoall/gated");
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 3);
  EXPECT_EQ(calls.next(), "alltoall/gated");
}

/// Between 16 hosts whose network is not described.
Calls on_unknown_network(const Seconds& seconds, double factor = slower) {
  return {16, std::make_unique<LargeCall>(*find("alltoall/gated"), 16, block, true), seconds,
          factor};
}

TEST(TrialOfLargeCall, HasItsTurnWithTheSecondCall) {
  Calls calls =
      on_unknown_network([](const std::string& name, int) { return name == "mpi" ? 0.14 : 0.08; });
  expect_to_serve_from_the_second_call(calls);
}

TEST(TrialOfLargeCall, ATurnThatCostsACallIsGivenUp) {
  for (double plan : {0.2, 0.4, 2.0}) {
    Calls calls = on_unknown_network(
        [=](const std::string& name, int) { return name == "mpi" ? 0.14 : plan; });
    calls.make(100);
    EXPECT_EQ(calls.next(), "mpi");
    EXPECT_LE(calls.total(), 100 * 0.14 + std::max(2 * 0.14, plan - 0.14) + 1e-9);
  }
}

/// The first call may have been the fastest that the MPI ever makes.
TEST(TrialOfLargeCall, WhatIsNotClearlyFasterIsComparedWithMoreOfTheMpisCallsSoon) {
  for (const double of_mpi : {0.07, 0.14}) {
    int own = 0;
    Calls calls = on_unknown_network([&](const std::string& name, int) {
      return name != "mpi" ? 0.085 : ++own == 1 ? 0.08 : of_mpi;
    });
    calls.make(11);
    EXPECT_EQ(calls.calls_of("alltoall/gated"), 10);
    EXPECT_EQ(calls.news(), 0);
    calls.make(5);
    EXPECT_EQ(calls.calls_of("mpi"), 6);
    EXPECT_EQ(calls.next(), of_mpi > 0.1 ? "alltoall/gated" : "mpi");
    EXPECT_EQ(calls.news(), of_mpi > 0.1);
  }
}

TEST(TrialOfLargeCall, OthersHaveTheirTurnsAfterOneThatHasLost) {
  Calls calls = on_unknown_network([](const std::string& name, int) {
    return name == "mpi" ? 0.14 : name == "alltoall/pairwise" ? 0.08 : 0.4;
  });
  calls.make(600);
  EXPECT_EQ(calls.next(), "alltoall/pairwise");
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 1);
}

TEST(TrialOfLargeCall, WhatWasComparedWithADisturbedCallGoesBack) {
  int own = 0;
  Calls calls = on_unknown_network([&](const std::string& name, int) {
    return name != "mpi" ? 0.1 : ++own == 1 ? 0.3 : 0.085;
  });
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 10);
  EXPECT_EQ(calls.next(), "mpi");
}

TEST(TrialOfLargeCall, WhatWasLookedAtBesideADisturbedCallIsLookedAtOnceMore) {
  int own = 0;
  Calls calls = on_unknown_network([&](const std::string& name, int) {
    return name != "mpi" ? 0.1 : ++own <= 2 ? 0.3 : 0.085;
  });
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 18);
  EXPECT_EQ(calls.next(), "mpi");
}

/// One such call need not be as slow as the first one was: more of them decide.
TEST(TrialOfLargeCall, WhatLooksNearlyAsFastMustStillBeFaster) {
  int own = 0;
  Calls calls = on_unknown_network([&](const std::string& name, int) {
    return name != "mpi" ? 0.1 : ++own == 2 ? 0.12 : 0.14;
  });
  calls.make(17);
  EXPECT_EQ(calls.calls_of("mpi"), 1 + 1 + 5);
  EXPECT_EQ(calls.next(), "alltoall/gated");
  EXPECT_EQ(calls.news(), 2);
}

/// 0.9 ms for 15 messages of 64 KiB are more than a gigabyte per second.
TEST(TrialOfLargeCall, OnAFastWireNothingIsTriedEarly) {
  Calls calls = on_unknown_network(
      [](const std::string& name, int) { return name == "mpi" ? 0.0009 : 0.0001; }, 1);
  calls.make(100);
  EXPECT_EQ(calls.calls_of("mpi"), 100);
}

TEST(TrialOfLargeCall, IsLargeByTheBytesOfAllBlocks) {
  const auto calls_of = [](const char* name, std::size_t bytes, bool is_world = true) {
    return LargeCall(*find(name), 16, bytes, is_world).calls();
  };
  EXPECT_EQ(calls_of("alltoall/gated", 2 << 10), 1u);
  EXPECT_EQ(calls_of("alltoall/gated", (2 << 10) - 1), 0u);
  for (const char* of_vectors : {"allgatherv/gated", "reduce_scatter/gated", "bcast/chain",
                                 "reduce/chain", "allreduce/segments", "scan/doubling"}) {
    EXPECT_EQ(calls_of(of_vectors, 32 << 10), 1u) << of_vectors;
    EXPECT_EQ(calls_of(of_vectors, (32 << 10) - 1), 0u) << of_vectors;
  }
  EXPECT_EQ(calls_of("gatherv/linear", 0), 0u);
  EXPECT_EQ(calls_of("alltoallv/gated", 0), 1u);
  EXPECT_GT(calls_of("alltoallv/gated", 0, false), 10u);
}

TEST(TrialOfLargeCall, MustLastLongerThanItTakesToAgree) {
  const LargeCall exchange(*find("alltoall/gated"), 16, block, true);
  EXPECT_TRUE(exchange.may_gain({0.1, 0.001}));
  EXPECT_FALSE(exchange.may_gain({0.1, 0.01}));
}

/// The algorithm that serves after so many calls of an irregular exchange among the processes of
/// the test. The calls last so long for all, but the first one waits for others as well.
std::string after_calls(int calls, std::size_t bytes, double of_mpi, double of_plan,
                        double longest_waiting) {
  const Problem problem = exchange(bytes);
  Trial trial(Operation::Alltoallv, problem.size, 0, Trial::small_share);
  trial.foresee(std::make_unique<LargeCall>(*find("alltoallv/gated"), problem.size, 0, true));
  for (int call = 0; call < calls; ++call) {
    const double waiting = call == 0 ? longest_waiting * problem.rank : 0;
    if (trial.add((trial.next() ? of_plan : of_mpi) + waiting))
      trial.agree(MPI_COMM_WORLD, [&]() -> Problem { return problem; });
  }
  return trial.next() ? trial.next()->name : "mpi";
}

TEST(TrialOfLargeCall, ThePatternOfTheCallCounts) {
  EXPECT_EQ(after_calls(1, 1 << 20, 100, 50, 0), "alltoallv/gated");
  EXPECT_EQ(after_calls(1, 1 << 10, 100, 50, 0), "mpi");
}

TEST(TrialOfLargeCall, WaitingForOthersIsNoPartOfTheMpisCall) {
  EXPECT_EQ(after_calls(6, 1 << 20, 100, 50, 1000), "alltoallv/gated");
  EXPECT_EQ(after_calls(6, 1 << 20, 100, 150, 1000), "mpi");
}

/// Candidates of any speed between a quarter and four times the MPI's: at most one call more than
/// without, and what the one costs that shows it.
TEST(TrialOfLargeCall, LosesLittleWheneverTheProgramEnds) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> speed(0.25, 4), noise(0.95, 1.05);
    std::map<std::string, double> each{{"mpi", 1}};
    Calls calls = on_unknown_network([&](const std::string& name, int) {
      return each.try_emplace(name, speed(random)).first->second * noise(random);
    });
    for (int made = 1; made <= 1000; ++made) {
      calls.make(1);
      ASSERT_LE(calls.total(), 1.035 * made + 0.5 + 4) << "seed " << seed << " after " << made;
    }
  }
}

}  // namespace
}  // namespace bamboo::plans::pmpi
