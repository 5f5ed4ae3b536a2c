// SPDX-License-Identifier: Apache-2.0
// What decide() does, as documentation: first by examples, then what holds for all records.
#include "bamboo/plans/choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bamboo/plans/record_file.h"
#include "choice/sentences.h"
#include "simulated_calls.h"

namespace bamboo::plans {
namespace {

using namespace choice;

/// The MPI's own takes a second, and candidates as long as the vector says.
SimulatedCalls timed(const std::vector<double>& candidates, double share = small_share) {
  return {record_of(candidates.size(), share),
          [=](int who) { return who == mpis_own ? 1 : candidates[who]; }};
}

TEST(Choice, WaitsUntilTheBudgetPaysForATurn) {
  SimulatedCalls calls = timed({0.5});
  EXPECT_EQ(calls.verdict(), (Verdict{Purpose::Wait, mpis_own, 200, 2}));  // 4 calls are 2 %
  calls.make(200);
  EXPECT_EQ(calls.verdict(), (Verdict{Purpose::Turn, 0, 1, 2}));
  calls.make(5);
  EXPECT_EQ(calls.verdict(), (Verdict{Purpose::Serve, 0, first_check, 0}));
}

TEST(Choice, ATurnEndsWithTheFirstCallThatShowsItsCandidateToBeSlow) {
  SimulatedCalls calls = timed({2.0}, any_share);
  calls.make(100);
  EXPECT_EQ(calls.calls_of(0), 3);
  EXPECT_EQ(calls.verdict(), Verdict{});
  EXPECT_EQ(calls.standing().found, mpis_own);
}

TEST(Choice, ATurnEndsWhereTheBudgetDoes) {
  SimulatedCalls calls = timed({6.0});
  calls.make(400);
  EXPECT_EQ(calls.calls_of(0), 1);
}

TEST(Choice, ChecksTheWinnerAfterTwiceAsManyCallsEachTime) {
  SimulatedCalls calls = timed({0.5}, any_share);
  std::vector<std::size_t> checks;
  for (int call = 0; call < 1000; ++call) {
    const std::size_t outcomes = calls.record().outcomes.size();
    calls.make(1);
    if (calls.record().outcomes.size() > outcomes && calls.verdict().purpose == Purpose::Serve)
      checks.push_back(calls.verdict().calls);
  }
  EXPECT_EQ(checks, (std::vector<std::size_t>{16, 16, 32, 64, 128, 256, 512}));
}

TEST(Choice, AnEarlyTurnMayLoseOneCall) {
  for (const auto& [plan, most] : {std::pair{1.3, 4}, {1.6, 2}, {2.1, 1}, {0.9, 10}}) {
    SimulatedCalls calls(
        record_of(1, small_share, 1), [=](int who) { return who == mpis_own ? 1 : plan; },
        expecting(0.5, {0}));
    calls.make(1);
    EXPECT_EQ(calls.verdict(), (Verdict{Purpose::EarlyTurn, 0, 1, 2}));
    calls.make(15);
    EXPECT_EQ(calls.calls_of(0), most) << plan;
  }
}

TEST(Choice, AnEarlyTurnIsWonByTheCallsThatCount) {
  const auto early = [](double first, double later) {
    int made = 0;
    SimulatedCalls calls(
        record_of(1, small_share, 1),
        [=](int who) mutable { return who == mpis_own ? 1
                                      : ++made <= 2   ? first
                                                      : later; },
        expecting(0.5, {0}));
    calls.make(6);
    return calls.standing().found;
  };
  EXPECT_EQ(early(1.4, 0.7), 0);
  EXPECT_EQ(early(0.5, 0.9), std::nullopt);
}

TEST(Choice, ConnectionsOfTheFirstCallAreNoTimeOfTheMpis) {
  for (const double own : {0.112, 0.2}) {
    SimulatedCalls calls(
        record_of(1, small_share, 1), [=](int who) { return who == mpis_own ? own : 0.08; },
        expecting(0.08, {0}));
    calls.make(1);
    EXPECT_EQ(calls.verdict().purpose == Purpose::EarlyTurn, own == 0.2);
  }
}

TEST(Choice, ACandidateThatCannotServeLeavesItsEarlyTurnToTheNextOne) {
  Record record = record_of(2, small_share, 1);
  record.outcomes.push_back({decide(record), 1, 1, 1});
  record.outcomes.push_back({decide(record), 0, 0, 0, 0, false, false, expecting(0.5)});
  record.outcomes.back().expectation->own = 1;
  ASSERT_EQ(decide(record), (Verdict{Purpose::EarlyTurn, 0, 1, 2}));
  record.outcomes.push_back({decide(record), 1, 1, 1, 0, true});
  EXPECT_EQ(decide(record), (Verdict{Purpose::EarlyTurn, 1, 1, 2}));
}

/// It is judged like any other, and lasts five calls.
TEST(Choice, TheTurnAfterALostEarlyOneIsNotEarly) {
  SimulatedCalls calls(
      record_of(2, small_share, 1),
      [](int who) { return who == mpis_own ? 1
                           : who == 0      ? 3
                                           : 0.5; }, expecting(0.5));
  while (calls.calls_of(1) == 0) calls.make(1);
  EXPECT_EQ(calls.calls_of(0), 1);
  calls.make(4);
  EXPECT_EQ(calls.verdict(), (Verdict{Purpose::Serve, 1, first_check, 0}));
}

TEST(Choice, MulticastThatNoCallCanStartIsPassedOver) {
  Record record = record_of(2, any_share);
  record.candidates[0].by_multicast = true;
  Outcome waited{decide(record), 5, 5, 3};
  waited.lacks_multicast = true;
  record.outcomes.push_back(waited);
  EXPECT_EQ(decide(record).who, 1);
  record.may_start_multicast = true;
  EXPECT_EQ(decide(record).who, 0);
}

TEST(Choice, IsTheMpisOwnWhereProcessesCannotAgree) {
  Record record = record_of(1);
  record.missed = most_missed - 1;
  EXPECT_NE(decide(record), Verdict{});
  record.missed = most_missed;
  EXPECT_EQ(decide(record), Verdict{});
}

/// A record of which an earlier run has found that candidate 1 takes half of a second.
SimulatedCalls remembered(double plan, Winner winner = {1, 0.5, 1}) {
  Record record = record_of(2, small_share, 1);
  record.remembered = winner;
  return {record, [=](int who) { return who == mpis_own ? 1 : plan; }, expecting(0.5)};
}

TEST(RememberedChoice, ServesFromTheFirstCall) {
  SimulatedCalls calls = remembered(0.5);
  EXPECT_EQ(calls.next(), 1);
  calls.make(100);
  EXPECT_EQ(calls.next(), 1);
  EXPECT_EQ(calls.calls_of(mpis_own), 2 + 5);  // two looks and a comparison
  EXPECT_EQ(calls.calls_of(0), 0);
}

TEST(RememberedChoice, LosesOneCallWhereItIsNoLongerTheFastest) {
  SimulatedCalls calls = remembered(2.5);
  calls.make(100);
  EXPECT_EQ(calls.calls_of(1), 1);
  EXPECT_EQ(calls.next(), mpis_own);
}

TEST(RememberedChoice, GoesBackWhereTheMpisOwnHasBecomeFaster) {
  SimulatedCalls calls = remembered(1.01);
  calls.make(50);
  EXPECT_LE(calls.calls_of(1), 10);
  EXPECT_EQ(calls.next(), mpis_own);
}

TEST(RememberedChoice, OfTheMpisOwnHasNoEarlyTurns) {
  SimulatedCalls calls = remembered(0.5, {mpis_own, 1, 1});
  calls.make(199);
  EXPECT_EQ(calls.calls_of(mpis_own), 199);
  calls.make(100);
  EXPECT_NE(calls.next(), mpis_own);
}

// Properties of all records

/// A program with times of its own, drawn by a seed. Half of them change in the middle.
struct RandomProgram {
  explicit RandomProgram(unsigned seed) : random(seed) {
    candidates = 1 + random() % 4;
    for (std::size_t i = 0; i < candidates; ++i) speed.push_back(between(0.25, 4));
    may_forecast = random() % 2;
    if (random() % 3 == 0)
      remembered = Winner{static_cast<int>(random() % (candidates + 1)) - 1, between(0.25, 1), 1};
    changes = random() % 2;
  }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  SimulatedCalls calls() {
    std::vector<int> order(candidates);
    for (std::size_t i = 0; i < candidates; ++i) order[i] = static_cast<int>(i);
    Record record = record_of(candidates, small_share, may_forecast);
    record.remembered = remembered;
    return {record, [this](int who) { return time(who); }, expecting(0.5, order)};
  }
  double time(int who) {
    if (++made == 4000 && changes)
      for (double& each : speed) each = between(0.25, 4);
    return (who == mpis_own ? 1 : speed[who]) * between(0.95, 1.05);
  }

  std::mt19937 random;
  std::size_t candidates = 0;
  std::vector<double> speed;
  bool may_forecast = false, changes = false;
  std::optional<Winner> remembered;
  int made = 0;
};

/// 2 % of all calls, what one call more than four of the MPI's may take, and an early turn's call.
/// Noise of 5 % may make a call of the winner 3 % slower than the MPI's own.
TEST(ChoiceOfRandomRecords, NeverLosesMoreThanItsBudget) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomProgram program(seed);
    program.changes = false;
    SimulatedCalls calls = program.calls();
    const double early = program.may_forecast || program.remembered ? 1 + 3 : 0;
    for (int made = 1; made <= 3000; ++made) {
      calls.make(1);
      ASSERT_LE(calls.total(), 1.035 * made + 0.5 + early) << "seed " << seed << " after " << made;
    }
  }
}

/// No turn begins, or goes on, once its limit is lost.
TEST(ChoiceOfRandomRecords, NoTurnGoesOnWithoutBudget) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomProgram program(seed);
    SimulatedCalls calls = program.calls();
    for (int made = 0; made < 5000; ++made) {
      calls.make(1);
      const Standing now = calls.standing();
      if (now.next.purpose == Purpose::Turn) {
        ASSERT_GE(now.budget.left(small_share), -1e-9) << seed;
      }
    }
  }
}

/// Processes that hear of the same outcomes decide alike, also one that reads them from a file.
TEST(ChoiceOfRandomRecords, ProcessesWithTheSameOutcomesDecideAlike) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomProgram program(seed);
    SimulatedCalls calls = program.calls();
    calls.make(program.random() % 3000);
    const Record& record = calls.record();
    const SavedRecords read =
        records_from_json(to_json(SavedRecords{"program", "0.3.0", "MPI", "16x0", {record}}));
    ASSERT_EQ(read.records.size(), 1U);
    EXPECT_EQ(decide(read.records[0]), decide(record)) << seed;
    EXPECT_EQ(first_difference(read.records[0]), std::nullopt) << seed;
    EXPECT_EQ(to_text(read.records[0]), to_text(record)) << seed;
  }
}

/// The number of agreements grows with the logarithm of the calls, and the result is the fastest.
TEST(ChoiceOfRandomRecords, Converges) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomProgram program(seed);
    program.changes = false;
    SimulatedCalls calls = program.calls();
    calls.make(20'000);
    const std::size_t outcomes = calls.record().outcomes.size();
    calls.make(20'000);
    EXPECT_LE(calls.record().outcomes.size(), outcomes + 8) << seed;
    const double fastest = *std::ranges::min_element(program.speed);
    const double chosen = calls.next() == mpis_own ? 1 : program.speed[calls.next()];
    EXPECT_LE(chosen, 1.12 * std::min(1.0, fastest)) << seed;
    EXPECT_TRUE(calls.standing().found) << seed;
  }
}

/// However late a winner becomes slower than the MPI's own: after as many calls again at most it
/// is found out, and as many by the MPI's own show it.
TEST(ChoiceOfRandomRecords, GoesBackWhenTheWinnerBecomesSlower) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomProgram program(seed);
    program.speed.assign(program.candidates, 0.5);
    program.changes = false;
    SimulatedCalls calls = program.calls();
    const int before = 2000 + static_cast<int>(program.random() % 2000);
    calls.make(before);
    ASSERT_NE(calls.next(), mpis_own) << seed;
    program.speed.assign(program.candidates, program.between(1.2, 4));
    calls.make(6 * before);
    EXPECT_EQ(calls.next(), mpis_own) << seed;
    EXPECT_EQ(calls.standing().found, mpis_own) << seed;
  }
}

TEST(ChoiceOfRandomRecords, NoOutcomeIsTakenThatWasNotAskedFor) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomProgram program(seed);
    SimulatedCalls calls = program.calls();
    calls.make(2000);
    Record record = calls.record();
    const std::size_t changed = program.random() % record.outcomes.size();
    record.outcomes[changed].verdict.calls += 1;
    EXPECT_EQ(first_difference(record), changed) << seed;
  }
}

/// However calls end, and whatever forecasts say.
TEST(ChoiceOfRandomRecords, AnyOutcomeIsFollowedByADecisionWithAReason) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    const auto time = [&] { return std::exp2(static_cast<double>(random() % 60) - 40); };
    Record record = record_of(random() % 5, random() % 2 ? small_share : any_share, random() % 3);
    record.narrows = random() % 2;
    for (Candidate& each : record.candidates) each.by_multicast = random() % 4 == 0;
    const int candidates = static_cast<int>(record.candidates.size());
    for (int i = 0; i < 50; ++i) {
      const Standing now = standing(record);
      ASSERT_FALSE(now.why.empty()) << seed;
      const Purpose purpose = now.next.purpose;
      if (purpose == Purpose::Leave) break;
      const bool asks = purpose == Purpose::Forecast || purpose == Purpose::Narrow;
      const bool is_plan = purpose == Purpose::Turn || purpose == Purpose::EarlyTurn;
      ASSERT_EQ(now.next.calls == 0, asks) << seed;
      ASSERT_TRUE(now.next.who >= (is_plan ? 0 : mpis_own) && now.next.who < candidates) << seed;
      Outcome outcome{now.next, now.next.calls, time(), time()};
      outcome.has_failed = is_plan && random() % 4 == 0;
      outcome.lacks_multicast = random() % 2;
      if (asks)
        outcome.expectation = {
            time(), random() % 8 > 0, random() % 4 == 0, random() % 2 > 0, time(), time() - time(),
            {}};
      for (const std::size_t each : asks ? now.queue : std::vector<std::size_t>())
        if (random() % 4) outcome.expectation->order.push_back(static_cast<int>(each));
      record.outcomes.push_back(outcome);
    }
    EXPECT_EQ(first_difference(record), std::nullopt) << seed;
    EXPECT_EQ(replay(record).back().verdict, decide(record)) << seed;
  }
}

// The words for it

TEST(ReplayedChoice, ShowsWhatServedEachCallAndWhy) {
  SimulatedCalls calls = timed({2.0}, any_share);
  calls.make(100);
  EXPECT_EQ(
      to_text(calls.record()),
      "alltoall of 16 processes, 65536 bytes\n"
      "  calls 1 to 5: mpi serves, 1000000.00 us each\n"
      "    No call has been measured.\n"
      "  calls 6 to 8: plan0 serves on trial, 2000000.00 us each\n"
      "    Now a budget without a limit pays for a trial.\n"
      "  from call 9: mpi serves all calls\n"
      "    plan0 takes more than 1.5 times as long as mpi. No other plan waits for a trial.\n");
}

TEST(ReplayedChoice, ShowsHowAnEarlyWinnerIsCompared) {
  SimulatedCalls calls(
      record_of(1, small_share, 1), [](int who) { return who == mpis_own ? 1 : 0.25; },
      expecting(0.25, {0}));
  calls.make(10);
  EXPECT_EQ(to_text(calls.record()),
            "alltoall of 16 processes, 65536 bytes\n"
            "  call 1: mpi serves, 1000000.00 us\n"
            "    No call has been measured. A forecast follows.\n"
            "  forecast: mpi 1000000.00 us, should need 250000.00 us, plan0\n"
            "    The MPI has served enough calls for a forecast.\n"
            "  calls 2 to 6: plan0 serves on trial, 250000.00 us each\n"
            "    mpi takes more than 1.25 times as long as a plan should.\n"
            "  from call 7: plan0 serves\n"
            "    mpi takes more than 1.25 times as long as plan0.\n");
  calls.make(1);
  EXPECT_EQ(calls.standing().why, std::vector{Reason::IsLookedAt});
  calls.make(1);
  EXPECT_EQ(calls.standing().why, std::vector{Reason::LookedSlower});
}

TEST(ReplayedChoice, ShowsWhyAForecastIsNotPromising) {
  struct Case {
    Expectation answer;
    Reason reason;
  };
  const auto answer = [](bool is_known, bool is_small, double seconds, std::vector<int> order) {
    return Expectation{1, is_known, is_small, false, seconds, 0, std::move(order)};
  };
  const Case cases[] = {
      {answer(false, true, 0, {}), Reason::NothingForeseen},
      {answer(true, true, 0, {}), Reason::TooShort},
      {answer(true, true, 1e-6, {0}), Reason::TooSmall},
      {answer(true, false, 0.1, {}), Reason::NoneForeseen},
      {answer(true, false, 0.9, {0}), Reason::NotPromising},
  };
  for (const auto& [what, reason] : cases) {
    SimulatedCalls calls(record_of(1, small_share, 1), [](int) { return 1; }, what);
    calls.make(1);
    EXPECT_EQ(calls.standing().why.front(), reason) << to_text(calls.record());
  }
}

TEST(ReplayedChoice, HasASentenceForEachReason) {
  for (int reason = 0; reason <= static_cast<int>(Reason::GoesBack); ++reason) {
    const std::string text = sentence(static_cast<Reason>(reason), "plan0", small_share);
    EXPECT_TRUE(text.ends_with('.') && text.find('{') == std::string::npos) << text;
  }
}

TEST(ReplayedChoice, EndsWhereTheRecordHasAnotherOne) {
  SimulatedCalls calls = timed({0.5});
  calls.make(210);
  Record record = calls.record();
  record.outcomes[1].verdict.purpose = Purpose::Serve;
  EXPECT_EQ(to_text(record),
            "alltoall of 16 processes, 65536 bytes\n"
            "  calls 1 to 200: mpi serves, 1000000.00 us each\n"
            "    No call has been measured.\n"
            "  from call 201: plan0 serves on trial\n"
            "    Now 2 % of the time of all calls pays for a trial.\n");
}

}  // namespace
}  // namespace bamboo::plans
