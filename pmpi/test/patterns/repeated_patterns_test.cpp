// SPDX-License-Identifier: Apache-2.0
// Of all processes of the test: what they know of their patterns, call by call.
#include "patterns/repeated_patterns.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "bamboo/plans/verify.h"

namespace bamboo::plans::pmpi {
namespace {

using ScheduleRef = std::shared_ptr<const Schedule>;

int rank_here() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int processes() {
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The bytes that process `from` has for process `to` in the pattern of that name.
std::size_t bytes(char pattern, int from, int to) {
  std::minstd_rand random(static_cast<unsigned>(pattern * 1000 + from * 30 + to));
  random.discard(3);
  return random() % 4 == 0 ? 0 : random() % 100'000;
}

Problem problem_of(char pattern, int rank = rank_here()) {
  Problem problem;
  problem.operation = Operation::Alltoallv;
  problem.rank = rank;
  problem.size = processes();
  for (int peer = 0; peer < problem.size; ++peer) {
    problem.input_counts.push_back(bytes(pattern, rank, peer));
    problem.output_counts.push_back(bytes(pattern, peer, rank));
  }
  return problem;
}

bool are_alike(const std::string& here) {
  std::string first = here;
  PMPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  int own = first == here, all = 0;
  PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all != 0;
}

/// Calls, each with the pattern of its letter.
class Calls {
 public:
  /// The schedule of the last one.
  ScheduleRef make(const std::string& patterns) {
    ScheduleRef schedule;
    std::string known;  // to all, call by call
    for (const char pattern : patterns) {
      known += patterns_.must_ask() ? 'a' : '-';
      asked_ += patterns_.must_ask();
      const Problem problem = problem_of(pattern);
      schedule = patterns_.next(problem, MPI_COMM_WORLD, nullptr);
      known += schedule ? 's' : '-';
      EXPECT_TRUE(!schedule || !verify_alone(problem, schedule->plan()));
    }
    EXPECT_TRUE(are_alike(known));
    return schedule;
  }
  void others(const std::string& patterns) {
    for (const char pattern : patterns) patterns_.see(problem_of(pattern).input_counts);
  }
  void miss() { patterns_.miss(); }
  int asked() const { return asked_; }
  bool has_schedules() const { return patterns_.has_schedules(); }

 private:
  RepeatedPatterns patterns_;
  int asked_ = 0;
};

TEST(RepeatedPatterns, TheSecondCallRunsTheScheduleOfTheFirst) {
  Calls calls;
  const ScheduleRef first = calls.make("a");
  ASSERT_TRUE(first);
  EXPECT_EQ(calls.make("a"), first);
  EXPECT_EQ(calls.make(std::string(1000, 'a')), first);
  EXPECT_LT(calls.asked(), 15);
}

TEST(RepeatedPatterns, SeveralTakeTurns) {
  Calls calls;
  calls.others("abcabca");
  const ScheduleRef b = calls.make("b"), c = calls.make("c"), a = calls.make("a");
  EXPECT_EQ((std::set<ScheduleRef>{a, b, c}.size()), 3u);
  EXPECT_EQ(calls.make("b"), b);
  calls.others("cab");  // served by something else meanwhile
  EXPECT_EQ(calls.make("c"), c);
  calls.make("abcabcabcabc");
  EXPECT_EQ(calls.make("a"), a);
  EXPECT_EQ(calls.make("b"), b);
}

TEST(RepeatedPatterns, AreFoundWhenTheFirstCallSaidLittle) {
  Calls calls;
  calls.make("ababababababab");
  const ScheduleRef a = calls.make("a"), b = calls.make("b");
  EXPECT_NE(a, b);
  EXPECT_EQ(calls.make("a"), a);
  EXPECT_EQ(calls.make("b"), b);
}

/// Each process by itself: those whose counts are as before run their schedule as it is.
TEST(RepeatedPatterns, AnotherPatternIsAdaptedToAndLearnt) {
  Calls calls;
  const ScheduleRef a = calls.make("aaaaaaaaaaaa"), b = calls.make("b");
  EXPECT_NE(b, a);
  EXPECT_EQ(calls.make("b"), b);  // adapted once
  EXPECT_EQ(calls.make("a"), a);
  const ScheduleRef learnt = calls.make(std::string(40, 'b'));
  EXPECT_NE(learnt, b);
  EXPECT_EQ(calls.make("b"), learnt);
}

TEST(RepeatedPatterns, NothingServesWhereNothingComesAgain) {
  Calls calls;
  EXPECT_TRUE(calls.make("a"));
  EXPECT_FALSE(calls.make("bcdefghijklmnopqrstuv"));
  EXPECT_FALSE(calls.has_schedules());
  EXPECT_TRUE(calls.make(std::string(100, 'z')));
  Calls known;
  known.others("abcdefg");
  EXPECT_FALSE(known.make("h"));
}

TEST(RepeatedPatterns, AreForgottenWhenNoProcessReports) {
  Calls calls;
  const ScheduleRef a = calls.make("aa");
  calls.miss();
  EXPECT_FALSE(calls.has_schedules());
  calls.others("abababa");
  const ScheduleRef b = calls.make("b"), again = calls.make("a");
  EXPECT_NE(b, again);
  EXPECT_NE(again, a);
  EXPECT_EQ(calls.make("b"), b);
}

TEST(RepeatedPatterns, WhatIsNeverRightIsPlannedLessAndLessOften) {
  Calls calls;
  std::string patterns;
  for (int i = 0; i < 2000; ++i) patterns += static_cast<char>(' ' + i % 90);
  calls.make(patterns);
  EXPECT_LT(calls.asked(), 25);
}

}  // namespace
}  // namespace bamboo::plans::pmpi
