// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/support/messenger_job.h"
#include "test/support/self_job.h"

namespace bamboo::test {
namespace {

constexpr std::size_t tiny_piece = 64, budget = 4096;

TEST(NeedsPolling, NeitherWithoutMessagesNorWithSmallOnes) {
  Job job(2, tiny_piece, budget);
  EXPECT_FALSE(job[0].needs_polling());
  job.put(0, 1, 5, 8);
  EXPECT_FALSE(job[0].needs_polling());
  Message* message = job.next(1);
  EXPECT_FALSE(job[1].needs_polling());
  message->discard();
}

TEST(NeedsPolling, TheReceiverOfAMessageOfWhichAPartHasCome) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 4000);
  Message* message = job.next(1);
  EXPECT_TRUE(job[1].needs_polling());
  job.settle();
  EXPECT_FALSE(job[1].needs_polling()) << "all is here, although no task has received it";
  message->discard();
}

TEST(NeedsPolling, BothEndsOfAnOfferedMessageThatIsPulled) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 100'000);
  EXPECT_TRUE(job[0].needs_polling());
  Message* message = job.next(1);
  job.settle();
  EXPECT_FALSE(job[1].needs_polling()) << "it has not asked for it";
  PatternSink sink(5);
  message->receive(sink);
  EXPECT_TRUE(job[1].needs_polling());
  ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
  job.settle();
  EXPECT_FALSE(job[0].needs_polling());
  EXPECT_FALSE(job[1].needs_polling());
}

TEST(NeedsPolling, NeitherEndOfADroppedOffer) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 100'000);
  job.next(1)->discard();
  job.settle();
  EXPECT_FALSE(job[0].needs_polling());
  EXPECT_FALSE(job[1].needs_polling());
}

TEST(NeedsPolling, AProcessWhosePiecesTheTransportStillHolds) {
  Self self;
  EXPECT_FALSE(self.messenger.needs_polling());
  self.send();
  EXPECT_TRUE(self.messenger.needs_polling());
  while (self.messenger.progress()) {
  }
  EXPECT_FALSE(self.messenger.needs_polling());
  self.messenger.shutdown();
}

}  // namespace
}  // namespace bamboo::test
