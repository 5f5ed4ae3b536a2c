// SPDX-License-Identifier: Apache-2.0
#include "../trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>

#include "../pattern_history.h"
#include "../planned_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t block = 65536;
/// The reductions of trials really take place, and whatever else runs may keep them waiting: beside
/// calls that are so much slower than what the tests say, that is nothing.
constexpr double slower = 1000;
/// Seconds of the k-th call in a row of an algorithm.
using Seconds = std::function<double(const std::string& algorithm, int in_a_row)>;

/// One all-to-all after the other, with times as told.
class Calls {
 public:
  Calls(double share, Seconds seconds)
      : trial_(Operation::Alltoall, 1, block, share), seconds_(std::move(seconds)) {}
  /// Between hosts whose network is known; the times are those of all processes.
  Calls(const Network& network, Seconds seconds, double slower = plans::pmpi::slower)
      : trial_(Operation::Alltoall, network.hosts(), block, Trial::small_share),
        seconds_(std::move(seconds)),
        slower_(slower) {
    trial_.foresee(Forecast(Operation::Alltoall, block, network, true));
  }

  void make(int calls) {
    for (int i = 0; i < calls; ++i) make_one();
  }
  std::string next() const { return trial_.next() ? trial_.next()->name : "mpi"; }
  bool is_over() const { return trial_.is_over(); }
  Rule rule() const { return trial_.rule(); }
  int news() const { return news_; }
  double total() const { return total_; }
  int calls_of(const std::string& algorithm) { return calls_of_[algorithm]; }

 private:
  void make_one() {
    const std::string who = next();
    in_a_row_ = who == last_ ? in_a_row_ + 1 : 0;
    last_ = who;
    const double seconds = seconds_(who, in_a_row_);
    ++calls_of_[who];
    total_ += seconds;
    if (trial_.is_over()) return;
    if (trial_.add(slower_ * seconds)) trial_.agree(MPI_COMM_SELF);
    news_ += trial_.take_news();
  }

  Trial trial_;
  Seconds seconds_;
  double slower_ = slower;
  std::string last_;
  int in_a_row_ = 0, news_ = 0;
  double total_ = 0;
  std::map<std::string, int> calls_of_;
};

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
    if (seed % 3 == 0) trial.foresee(Forecast(Operation::Allgather, 1 << 20, network, true));
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

/// On it an all-to-all of `block` needs 78.6 ms.
const Network& star() {
  static const Network star = Network::star(16, 12.5e6);
  return star;
}

const Network& slow_star() {
  static const Network star = Network::star(16, 12.5e6 / slower);
  return star;
}

TEST(TrialByForecast, BeginsWithTheFirstCallThatIsFarAboveTheWire) {
  Calls calls(slow_star(),
              [](const std::string& name, int) { return name == "mpi" ? 0.14 : 0.08; });
  calls.make(1);
  EXPECT_EQ(calls.next(), "alltoall/gated");
  calls.make(10);
  EXPECT_EQ(calls.calls_of("mpi"), 1);
  EXPECT_EQ(calls.calls_of("alltoall/gated"), 10);
  EXPECT_EQ(calls.news(), 1);
  calls.make(90);  // some of the MPI's own are looked at once more
  EXPECT_EQ(calls.calls_of("mpi"), 6);
  EXPECT_EQ(calls.next(), "alltoall/gated");
}

TEST(TrialByForecast, DoesNotBeginWhereTheMpiIsNearTheWire) {
  Calls calls(slow_star(),
              [](const std::string& name, int) { return name == "mpi" ? 0.095 : 0.08; });
  calls.make(150);
  EXPECT_EQ(calls.calls_of("mpi"), 150);
  calls.make(150);
  EXPECT_NE(calls.next(), "mpi");
}

TEST(TrialByForecast, WhoseOwnFirstCallMadeConnectionsWaitsForTheSecond) {
  Calls calls(
      star(),
      [](const std::string& name, int in_a_row) {
        return name == "mpi" && in_a_row > 0 ? 0.09 : 0.112;
      },
      1);  // making connections takes as long everywhere
  calls.make(100);
  EXPECT_EQ(calls.calls_of("mpi"), 100);
}

TEST(TrialByForecast, LooksAtTheFourthCallForTheLastTime) {
  for (const int slow_from : {3, 4}) {
    int own = 0;
    Calls calls(slow_star(), [&](const std::string& name, int) {
      return name != "mpi" ? 0.08 : own++ < slow_from ? 0.097 : 0.14;
    });
    calls.make(40);
    EXPECT_EQ(calls.next(), slow_from == 3 ? "alltoall/gated" : "mpi");
  }
}

TEST(TrialByForecast, APlanThatBreaksThePromiseIsGivenUpAtOnce) {
  for (double plan : {0.14, 0.2, 0.4}) {
    Calls calls(slow_star(),
                [=](const std::string& name, int) { return name == "mpi" ? 0.14 : plan; });
    calls.make(12);
    EXPECT_EQ(calls.next(), "mpi");
    EXPECT_LE(calls.calls_of("alltoall/gated"), 5);
    EXPECT_LE(calls.total(), 12 * 0.14 + 2 * std::max(0.14, plan - 0.14) + 1e-9);
    calls.make(150);
    EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 0);
  }
}

TEST(TrialByForecast, WhatWasComparedWithADisturbedCallGoesBack) {
  int own = 0;
  Calls calls(slow_star(), [&](const std::string& name, int) {
    return name != "mpi" ? 0.1 : ++own == 1 ? 0.3 : 0.085;
  });
  calls.make(20);
  EXPECT_EQ(calls.next(), "alltoall/gated");
  calls.make(80);
  EXPECT_TRUE(calls.is_over());
  EXPECT_EQ(calls.next(), "mpi");
}

TEST(TrialByForecast, OthersHaveTheirTurnsLater) {
  Calls calls(slow_star(), [](const std::string& name, int) {
    return name == "mpi" ? 0.14 : name == "alltoall/pairwise" ? 0.08 : 0.1;
  });
  calls.make(100);
  EXPECT_EQ(calls.calls_of("alltoall/pairwise"), 0);
  calls.make(200);
  EXPECT_EQ(calls.next(), "alltoall/pairwise");
}

TEST(TrialByForecast, OfShortCallsNobodyAsks) {
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

/// Seconds of the call differ by process: who comes first waits for the others.
std::string after_one_call(std::size_t bytes, double seconds, double longest_waiting) {
  const Problem problem = exchange(bytes);
  const Network network = Network::star(problem.size, 12.5e6);
  Trial trial(Operation::Alltoallv, problem.size, 0, Trial::small_share);
  trial.foresee(Forecast(Operation::Alltoallv, 0, network, true));
  if (trial.add(seconds + longest_waiting * problem.rank))
    trial.agree(MPI_COMM_WORLD, [&] { return problem; });
  return trial.next() ? trial.next()->name : "mpi";
}

TEST(TrialByForecast, ThePatternOfTheCallCounts) {
  const int others = exchange(0).size - 1;
  const double wire = others * 125e6 / 12.5e6;  // seconds, many for the same reason
  EXPECT_EQ(after_one_call(125'000'000, 1.5 * wire, 0), "alltoallv/gated");
  EXPECT_EQ(after_one_call(125'000'000, 1.1 * wire, 0), "mpi");
  EXPECT_EQ(after_one_call(125'000'000, 1.1 * wire, 1000), "mpi");
  EXPECT_EQ(after_one_call(12'500'000, 1.1 * wire, 0), "alltoallv/gated");
  EXPECT_FALSE(
      Forecast(Operation::Alltoallv, 0, Network::star(others + 1, 12.5e6), true).may_gain(0.0001));
}

/// Two senders have as much for process 2, one of them for process 0 as well: first what both
/// links need, which gated exchanges do not know.
TEST(TrialByForecast, WhereNothingComesAgainTheNextOneHasItsTurnAtOnce) {
  Problem problem = exchange(0);
  if (problem.size != 3) GTEST_SKIP() << "for three processes";
  constexpr std::size_t much = 1'250'000;
  const std::vector<std::vector<std::size_t>> all{{0, 0, much}, {much, 0, much}, {0, 0, 0}};
  problem.input_counts = all[problem.rank];
  for (int from = 0; from < 3; ++from) problem.output_counts[from] = all[from][problem.rank];
  const Network network = Network::star(3, 12.5e6);
  Trial trial(Operation::Alltoallv, 3, 0, Trial::small_share);
  trial.foresee(Forecast(Operation::Alltoallv, 0, network, true));
  const auto call = [&] {
    if (trial.add(0.5)) trial.agree(MPI_COMM_WORLD, [&] { return problem; });
  };
  call();
  EXPECT_EQ(trial.next(), &repeated);
  trial.give_up_turn();
  call();
  ASSERT_TRUE(trial.next());
  EXPECT_TRUE(trial.next()->is_direct);
}

// What a kept control part stands for has no maker of plans, as multicast.
TEST(Trial, TriesWhatIsToldWithoutMakersOfPlans) {
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

TEST(Trial, OfVeryManyProcessesNobodySchedulesUnasked) {
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
      const bool agree = trial.add(trial.next() && trial.next()->make == nullptr ? 0.1 : 0.2);
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
    ASSERT_TRUE(!trial.next() || trial.next()->make != nullptr);
    if (trial.add(1)) trial.agree(MPI_COMM_SELF);
  }
  EXPECT_TRUE(trial.is_over());
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
