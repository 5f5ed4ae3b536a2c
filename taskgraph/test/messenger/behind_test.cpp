// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/support/messenger_job.h"
#include "test/support/self_job.h"

namespace bamboo::test {
namespace {

constexpr std::size_t tiny_piece = 64, budget = 4096;

TEST(Behind, NobodyIsWithoutMessagesNorWithSmallOnes) {
  Job job(2, tiny_piece, budget);
  EXPECT_FALSE(job[0].behind());
  job.put(0, 1, 5, 8);
  EXPECT_FALSE(job[0].behind());
  Message* message = job.next(1);
  EXPECT_FALSE(job[1].behind());
  message->discard();
}

TEST(Behind, IsTheReceiverOfAMessageOfWhichAPartHasCome) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 4000);
  Message* message = job.next(1);
  EXPECT_TRUE(job[1].behind());
  job.settle();
  EXPECT_FALSE(job[1].behind()) << "all is here, although nobody has received it";
  message->discard();
}

TEST(Behind, AreBothWhenAnOfferedMessageIsPulled) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 100'000);
  EXPECT_TRUE(job[0].behind());
  Message* message = job.next(1);
  job.settle();
  EXPECT_FALSE(job[1].behind()) << "it has not asked for it";
  PatternSink sink(5);
  message->receive(sink);
  EXPECT_TRUE(job[1].behind());
  ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
  job.settle();
  EXPECT_FALSE(job[0].behind());
  EXPECT_FALSE(job[1].behind());
}

TEST(Behind, AreNeitherAfterADroppedOffer) {
  Job job(2, tiny_piece, budget);
  job.put(0, 1, 5, 100'000);
  job.next(1)->discard();
  job.settle();
  EXPECT_FALSE(job[0].behind());
  EXPECT_FALSE(job[1].behind());
}

TEST(Behind, IsWhoHasPiecesThatTheTransportStillHolds) {
  Self self;
  EXPECT_FALSE(self.messenger.behind());
  self.send();
  EXPECT_TRUE(self.messenger.behind());
  while (self.messenger.progress()) {
  }
  EXPECT_FALSE(self.messenger.behind());
  self.messenger.shutdown();
}

}  // namespace
}  // namespace bamboo::test
