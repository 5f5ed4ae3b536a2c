// SPDX-License-Identifier: Apache-2.0
// Floods: messages that no task receives must neither fill the receiver nor stop the sender.
#include <gtest/gtest.h>

#include <chrono>

#include "deadlock/deadlock_detector.h"
#include "test/support/messenger_job.h"
#include "test/support/still_clock.h"

namespace bamboo::test {
namespace {

constexpr std::size_t piece = 1024;
constexpr std::size_t budget = 256u << 10;
constexpr std::size_t message_credits = budget / 1024;  // as messenger.cpp has it

// A sanitizer makes each message a hundred times slower, and finds its races in fewer of them.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int a_million = 30'000;
#elif defined(__has_feature)
constexpr int a_million =
    __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) ? 30'000 : 1'000'000;
#else
constexpr int a_million = 1'000'000;
#endif

TEST(Flood, OfAMillionSmallMessagesStaysAtTheSender) {
  constexpr int count = a_million;
  StillClock clock;
  Job job(2, piece, budget, 1, clock.now());
  for (int tag = 0; tag < count; ++tag) {
    job.put(0, 1, tag, 8);
    if (tag % 1000 == 0) job.poll();
  }
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);
  EXPECT_LE(job[1].statistics().unexpected_bytes_peak, budget);
  for (int tag = 0; tag < count; ++tag) {
    Message* message = job.next(1);
    ASSERT_NE(message, nullptr);
    ASSERT_EQ(message->header.tag, tag);
    PatternSink sink(tag);
    message->receive(sink);
    ASSERT_TRUE(sink.is_done() || job.poll_until([&] { return sink.is_done(); }));
    ASSERT_EQ(sink.wrong(), 0u);
    ASSERT_LE(job.waiting(1), message_credits);
  }
}

TEST(Flood, IsSettledWhenItsReceiverHasAcceptedIt) {
  constexpr int count = message_credits + 10;
  Job job(2, piece, budget);
  for (int tag = 0; tag < count; ++tag) job.put(0, 1, tag, 8);
  int warnings = 0;
  job[0].settle(std::chrono::milliseconds(1), [&] {
    ++warnings;
    for (int tag = 0; tag < count; ++tag) job.receive(1, tag, 8);
  });
  EXPECT_EQ(warnings, 1);
  EXPECT_FALSE(job[0].needs_polling());
}

TEST(Flood, OfLargeMessagesStaysWithinTheBudget) {
  constexpr int count = 10'000;
  constexpr std::uint64_t bytes = 1u << 20;
  Job job(2, 16384, 4u << 20);
  std::vector<PatternSource> sources;
  std::vector<Completion> completions(count);
  for (int tag = 0; tag < count; ++tag) sources.emplace_back(tag);
  std::vector<bool> now;
  for (int tag = 0; tag < count; ++tag) {
    now.push_back(job.send(0, 1, tag, bytes, SendMode::Standard, sources[tag], &completions[tag]));
    if (tag % 100 == 0) job.poll();
  }
  job.settle();
  EXPECT_LE(job[1].statistics().unexpected_bytes_peak, 4u << 20);
  for (int tag = 0; tag < count; ++tag) {
    if (tag % 100 == 0) {
      job.receive(1, tag, bytes);
    } else {
      job.next(1)->discard();
    }
  }
  job.settle();
  for (int tag = 0; tag < count; ++tag) ASSERT_EQ(completions[tag].times() + now[tag], 1) << tag;
  EXPECT_LE(job[1].statistics().unexpected_bytes_peak, 4u << 20);
}

TEST(Flood, DoesNotHideTheMessageThatAnIdleProcessNeeds) {
  constexpr int count = 20'000;
  StillClock clock;
  Job job(2, piece, budget, 1, clock.now());
  for (int tag = 0; tag < count; ++tag) job.put(0, 1, tag, 8);
  job.put(0, 1, count, 100);  // its task waits for this one
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);

  job[1].detector().idle(true);
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);
  clock.advance(std::chrono::milliseconds(10));
  ASSERT_TRUE(job.poll_until([&] { return job.waiting(1) == count + 1; }));
  job[1].detector().idle(false);
  for (int tag = 0; tag <= count; ++tag) job.receive(1, tag, tag < count ? 8 : 100);

  // Lent budget is kept back: the next flood is bounded as the first one was.
  for (int tag = 0; tag < count; ++tag) job.put(0, 1, tag, 8);
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);
  for (int tag = 0; tag < count; ++tag) job.receive(1, tag, 8);
}

TEST(Flood, DoesNotHideAMessageForGoodFromATaskThatProbes) {
  StillClock clock;
  Job job(2, piece, budget, 1, clock.now());
  const std::size_t count = message_credits + 1;
  for (std::size_t tag = 0; tag < count; ++tag) job.put(0, 1, static_cast<int>(tag), 8);
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);
  clock.advance(std::chrono::milliseconds(999));
  job.settle();
  EXPECT_EQ(job.waiting(1), message_credits);
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(job.poll_until([&] { return job.waiting(1) == count; }));  // never idle
}

TEST(Flood, FromBothSidesAtOnce) {
  constexpr int count = 5'000;
  Job job(2, piece, budget);
  for (int tag = 0; tag < count; ++tag) {
    job.put(0, 1, tag, 700);
    job.put(1, 0, tag, 2000);
  }
  for (int tag = 0; tag < count; ++tag) {
    job.receive(1, tag, 700);
    job.receive(0, tag, 2000);
  }
}

TEST(Flood, OfPullsKeepsToTheWindow) {
  // The receiver requests everything at once and then stops polling: bytes in flight are bounded.
  constexpr std::uint64_t bytes = 40u << 20;
  Job job(2, piece, budget);
  PatternSource source(1);
  Completion completion;
  ASSERT_FALSE(job.send(0, 1, 1, bytes, SendMode::Standard, source, &completion));
  PatternSink sink(1);
  job.next(1)->receive(sink);
  job.network.hold(0, 1, true);
  for (int n = 0; n < 10'000; ++n) job.poll();
  EXPECT_LE(job.network.on_the_way() * piece, budget + 64 * piece);
  job.network.hold(0, 1, false);
  ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
  EXPECT_EQ(sink.wrong(), 0u);
  EXPECT_TRUE(job.poll_until([&] { return completion.times() == 1; }));
}

}  // namespace
}  // namespace bamboo::test
