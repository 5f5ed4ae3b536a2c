// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

constexpr std::size_t tiny_piece = 64;  // forces cutting: 24 bytes in the first, 48 in the others
constexpr std::size_t budget = 4096;

struct Size : testing::TestWithParam<std::uint64_t> {};

TEST_P(Size, ArrivesInOnePieceOrMany) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, GetParam());
  job.receive(1, 5, GetParam());
}

TEST_P(Size, IsDirectedIntoTheSinkBeforeItHasArrived) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, GetParam());
  PatternSink sink(5);
  job[1].set_deliver([&](Message* message) { message->receive(sink); });
  ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
  EXPECT_EQ(sink.bytes(), GetParam());
  EXPECT_EQ(sink.wrong(), 0u);
  EXPECT_EQ(job[1].statistics().unexpected_bytes_peak, 0u) << "a copy that was not needed";
}

TEST_P(Size, WaitsInMemoryUntilItIsReceived) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, GetParam());
  job.settle();
  job.receive(1, 5, GetParam());
}

TEST_P(Size, IsReceivedWhileItArrives) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Job job(2, tiny_piece, budget, seed);
    job.put(0, 1, 5, GetParam());
    Message* message = job.next(1);
    for (unsigned n = 0; n < seed; ++n) job.poll();
    PatternSink sink(5);
    message->receive(sink);
    ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
    EXPECT_EQ(sink.bytes(), GetParam());
    EXPECT_EQ(sink.wrong(), 0u);
  }
}

TEST_P(Size, CanBeDiscardedAtAnyTime) {
  for (unsigned polls : {0u, 1u, 5u, 1000u}) {
    Job job(2, tiny_piece, budget);
    job.put(0, 1, 5, GetParam());
    Message* message = job.next(1);
    for (unsigned n = 0; n < polls; ++n) job.poll();
    message->discard();
    job.settle();
    job.put(0, 1, 6, 10);
    job.receive(1, 6, 10);
  }
}

TEST_P(Size, TravelsWithoutPools) {
  Job job(2, tiny_piece, budget);
  for (int tag = 1; tag <= 3; ++tag) job.put(0, 1, tag, GetParam(), false);
  job.settle();
  for (int tag = 1; tag <= 3; ++tag) job.receive(1, tag, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Bytes, Size,
                         testing::Values(0, 1, 23, 24, 25, 71, 72, 73, 1000, 4095, 4096, 4097, 9000,
                                         100000));

TEST(Messenger, KeepsTheOrderOfEveryPair) {
  constexpr int processes = 4, messages = 300;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Job job(processes, tiny_piece, budget, seed);
    std::minstd_rand random(seed);
    std::vector<std::uint64_t> sizes;
    for (int tag = 0; tag < messages; ++tag)
      sizes.push_back(random() % 3 == 0 ? random() % 6000 : random() % 20);
    for (int tag = 0; tag < messages; ++tag) {
      for (int from = 0; from < processes; ++from) {
        for (int to = 0; to < processes; ++to) {
          if (to != from) job.put(from, to, tag, sizes[tag]);
        }
      }
      if (tag % 7 == 0) job.poll();
    }
    for (int process = 0; process < processes; ++process) {
      std::vector<int> expected(processes, 0);
      for (int n = 0; n < messages * (processes - 1); ++n) {
        Message* message = job.next(process);
        ASSERT_NE(message, nullptr);
        const Header header = message->header;
        ASSERT_EQ(header.destination, process);
        ASSERT_EQ(header.tag, expected[header.source]++);
        ASSERT_EQ(header.bytes, sizes[header.tag]);
        PatternSink sink(header.tag);
        message->receive(sink);
        ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
        ASSERT_EQ(sink.wrong(), 0u);
      }
    }
  }
}

TEST(Messenger, CompletesAStandardSendWithinTheBudgetAtOnce) {
  Job job(2, tiny_piece, budget);
  PatternSource source(1);
  EXPECT_TRUE(job.send(0, 1, 1, budget, SendMode::Standard, source));
  job.receive(1, 1, budget);
}

TEST(Messenger, CompletesAStandardSendBeyondTheBudgetAfterTheMatch) {
  Job job(2, tiny_piece, budget);
  PatternSource source(1);
  Completion completion;
  EXPECT_FALSE(job.send(0, 1, 1, budget + 1, SendMode::Standard, source, &completion));
  job.settle();
  EXPECT_EQ(completion.times(), 0);
  EXPECT_EQ(source.bytes_read(), 0u) << "its payload has no place at the receiver yet";
  job.receive(1, 1, budget + 1);
  EXPECT_TRUE(job.poll_until([&] { return completion.times() > 0; }));
  job.settle();
  EXPECT_EQ(completion.times(), 1);
  EXPECT_EQ(job[0].statistics().rendezvous, 1u);
}

TEST(Messenger, CompletesASynchronousSendOnlyAfterTheMatch) {
  for (const std::uint64_t bytes : {0u, 10u, 500u, 5000u}) {
    Job job(2, tiny_piece, budget);
    PatternSource source(1);
    Completion completion;
    EXPECT_FALSE(job.send(0, 1, 1, bytes, SendMode::Synchronous, source, &completion));
    job.settle();
    EXPECT_EQ(job.waiting(1), 1u);
    EXPECT_EQ(completion.times(), 0);
    job.receive(1, 1, bytes);
    job.settle();
    EXPECT_EQ(completion.times(), 1);
  }
}

TEST(Messenger, CompletesPendingSendsWhoseMessagesAreDiscarded) {
  for (const SendMode mode : {SendMode::Standard, SendMode::Synchronous}) {
    Job job(2, tiny_piece, budget);
    PatternSource source(1);
    Completion completion;
    EXPECT_FALSE(job.send(0, 1, 1, budget + 1, mode, source, &completion));
    job.next(1)->discard();
    job.settle();
    EXPECT_EQ(completion.times(), 1);
  }
}

TEST(Messenger, GivesCreditBackForWhatWasTaken) {
  Job job(2, tiny_piece, budget);
  for (int tag = 0; tag < 200; ++tag) {
    PatternSource source(tag);
    ASSERT_TRUE(job.send(0, 1, tag, budget / 4, SendMode::Standard, source)) << tag;
    job.receive(1, tag, budget / 4);
    job.settle();
  }
  EXPECT_EQ(job[0].statistics().rendezvous, 0u);
}

TEST(Messenger, LetsSmallMessagesToOthersPassALongOne) {
  Job job(3, tiny_piece, budget);
  job.put(0, 1, 1, 1u << 20);  // beyond the budget: will be pulled
  PatternSink sink(1);
  job.next(1)->receive(sink);
  job.put(0, 2, 2, 8);
  job.receive(2, 2, 8);
  EXPECT_FALSE(sink.is_done());
  EXPECT_TRUE(job.poll_until([&] { return sink.is_done(); }));
}

TEST(Messenger, MayBeSentToFromADelivery) {
  Job job(2, tiny_piece, budget);
  job[1].set_deliver([&](Message* message) {
    const int tag = message->header.tag;
    message->discard();
    job.put(1, 0, tag + 1, 300);
  });
  for (int tag = 0; tag < 50; ++tag) {
    job.put(0, 1, tag, 200);
    job.receive(0, tag + 1, 300);
  }
}

TEST(Messenger, CountsWhatItMoves) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 1, 8);   // beside the header
  job.put(0, 1, 2, 56);  // and one more piece
  job.receive(1, 1, 8);
  job.receive(1, 2, 56);
  const TrafficStatistics sent = job[0].statistics(), received = job[1].statistics();
  EXPECT_EQ(sent.messages_sent, 2u);
  EXPECT_EQ(sent.bytes_sent, 64u);
  EXPECT_EQ(sent.pieces_sent, 3u);
  EXPECT_EQ(received.messages_received, 2u);
  EXPECT_EQ(received.bytes_received, 64u);
  EXPECT_EQ(received.pieces_received, 3u);
}

}  // namespace
}  // namespace bamboo::test
