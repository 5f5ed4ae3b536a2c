// SPDX-License-Identifier: Apache-2.0
// Standard sends beyond the bytes that may be unreceived, to a receiver that waits, polls or
// computes.
#include "messenger/loans.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>

#include "deadlock/deadlock_detector.h"
#include "test/support/messenger_job.h"
#include "test/support/still_clock.h"

namespace bamboo::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t piece = 1024;
constexpr std::size_t budget = 1u << 20;
constexpr std::uint64_t step = loan_bytes(budget);
constexpr std::uint64_t bytes = 8000;

/// Process 0 sends process 1 messages that no task receives yet.
class Loans : public testing::Test {
 protected:
  /// The payload's seed is its tag.
  void send(int tag, std::uint64_t size = bytes, SendMode mode = SendMode::Standard) {
    PatternSource& source = sources_.emplace_back(tag);
    if (job.send(0, 1, tag, size, mode, source, &completion)) ++at_once;
    ++sent;
  }
  void send_many(int number) {
    for (int tag = 0; tag < number; ++tag) send(tag);
    job.settle();
  }
  int complete() const { return at_once + completion.times(); }
  /// Advances the clock.
  void pass(std::chrono::milliseconds time) {
    clock.advance(time);
    job.settle();
  }
  std::uint64_t complete_bytes() const { return static_cast<std::uint64_t>(complete()) * bytes; }

  StillClock clock;
  Job job{2, piece, budget, 1, clock.now()};
  Completion completion;
  int at_once = 0, sent = 0;

 private:
  std::deque<PatternSource> sources_;
};

TEST_F(Loans, CompleteSendsToAProcessThatOnlyWaits) {
  send_many(400);
  EXPECT_LE(complete_bytes(), budget);
  job[1].detector().idle(true);
  for (int n = 0; n < 100 && complete() < sent; ++n) pass(64ms);
  EXPECT_EQ(complete(), sent);
  for (int tag = 0; tag < sent; ++tag) job.receive(1, tag, bytes);
}

TEST_F(Loans, AreGivenInStepsThatGetSlower) {
  send_many(1000);
  job[1].detector().idle(true);
  std::uint64_t most = budget;
  for (const auto pause : {10ms, 20ms, 40ms, 64ms, 64ms}) {
    pass(pause - 1ms);
    EXPECT_LE(complete_bytes(), most);
    most += step;
    pass(1ms);
    EXPECT_GT(complete_bytes(), most - bytes);
    EXPECT_LE(complete_bytes(), most);
  }
}

TEST_F(Loans, OfFourUnreceivedBudgetsAreFollowedByLateOnes) {
  send_many(1000);
  job[1].detector().idle(true);
  for (int n = 0; n < 200; ++n) pass(64ms);
  // About 2 of the 12.8 s are for 32 loans; after those there is one loan every 4 s.
  EXPECT_GE(complete_bytes(), 5 * budget - bytes);
  EXPECT_LE(complete_bytes(), 5 * budget + 3 * step);
  for (int tag = 0; tag < 300; ++tag) job.receive(1, tag, bytes);
  job.settle();
  const std::uint64_t before = complete_bytes();
  for (int n = 0; n < 10; ++n) pass(64ms);
  EXPECT_GE(complete_bytes(), before + 2 * step);
}

TEST_F(Loans, AreLateForAProcessThatComputes) {
  send_many(1000);
  pass(999ms);
  EXPECT_LE(complete_bytes(), budget);
  pass(1ms);
  EXPECT_GT(complete_bytes(), budget);
  pass(5s);
  EXPECT_LE(complete_bytes(), budget + 2 * step);
}

TEST_F(Loans, AreGivenToAProcessThatPolls) {
  send_many(200);
  for (int n = 0; n < 20 && complete() < sent; ++n) {
    job[1].polled_without_success();
    pass(64ms);
  }
  EXPECT_EQ(complete(), sent);
}

TEST_F(Loans, LetTheSenderGoOn) {
  job[1].detector().idle(true);
  int tag = 0;
  for (int n = 0; n < 30; ++n) {  // a rank that waits for each of its sends
    while (complete() == sent) send(tag++);
    job.settle();
    pass(64ms);
    ASSERT_EQ(complete(), sent);
  }
  EXPECT_GT(complete_bytes(), budget + 20 * step);
  for (int number = 0; number < tag; ++number) job.receive(1, number, bytes);
}

TEST_F(Loans, AreRepaid) {
  send_many(400);
  job[1].detector().idle(true);
  for (int n = 0; n < 100 && complete() < sent; ++n) pass(64ms);
  for (int tag = 0; tag < sent; ++tag) job.receive(1, tag, bytes);
  job[1].detector().idle(false);
  job.settle();
  // The next flood is bounded as the first one was.
  const auto before = complete_bytes();
  send_many(400);
  EXPECT_LE(complete_bytes() - before, budget);
  EXPECT_GE(complete_bytes() - before, budget / 2);
}

TEST_F(Loans, LeaveLargeAndSynchronousSendsToTheirReceives) {
  send_many(static_cast<int>(budget / bytes));
  ASSERT_EQ(complete(), sent);
  send(1000, standard_copy_bytes + 1);
  send(1001, bytes, SendMode::Synchronous);
  job[1].detector().idle(true);
  for (int n = 0; n < 100; ++n) pass(64ms);
  EXPECT_EQ(complete(), sent - 2);
  send(1002);
  for (int n = 0; n < 100; ++n) pass(64ms);
  EXPECT_EQ(complete(), sent - 2);
  for (int tag = 0; tag < sent - 3; ++tag) job.receive(1, tag, bytes);
  job.receive(1, 1000, standard_copy_bytes + 1);
  job.receive(1, 1001, bytes);
  job.receive(1, 1002, bytes);
  EXPECT_TRUE(job.poll_until([&] { return complete() == sent; }));
}

TEST_F(Loans, AreNotTakenWhereNoSendWaits) {
  send_many(140);
  for (int tag = 0; tag < sent; ++tag) job.receive(1, tag, bytes);
  EXPECT_TRUE(job.poll_until([&] { return complete() == sent; }));
  job[1].detector().idle(true);
  pass(64ms);  // the answer comes late
  job[1].detector().idle(false);
  const auto before = complete_bytes();
  send_many(400);
  EXPECT_LE(complete_bytes() - before, budget);
}

TEST_F(Loans, AreNoDeadlock) {
  for (const int process : {0, 1}) job[process].detector().watch(0.02, [] { return "waits\n"; }, 9);
  send_many(1000);
  for (const int process : {0, 1}) job[process].detector().idle(true);
  // An abort throws. After four budgets, loans are late.
  for (int n = 0; n < 4000 && complete() < sent; ++n)
    pass(complete_bytes() < 4 * budget ? 5ms : 50ms);
  EXPECT_EQ(complete(), sent);
  EXPECT_THROW(
      {
        for (int n = 0; n < 100; ++n) pass(5ms);
      },
      Aborted);
}

}  // namespace
}  // namespace bamboo::test
