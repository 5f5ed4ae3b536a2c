// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "loopback_transport.h"
#include "messenger_job.h"
#include "service_thread.h"

namespace bamboo::test {
namespace {

using namespace std::chrono_literals;

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

/// A process that sends to itself, through a transport that keeps everything until it is polled.
struct Self {
  Self() {
    messenger.set_deliver([this](Message* message) {
      message->discard();
      ++delivered;
    });
  }
  void send() {
    PatternSource source(1);
    messenger.send(0, {0, 0, 0, 1, 8}, source, SendMode::Put, nullptr);
  }
  Messenger messenger{std::make_unique<LoopbackTransport>(), 1 << 20};
  ProgressGate gate{&messenger};
  std::atomic<int> delivered{0};
};

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

TEST(Relief, ComesWhenMessagesAreBehind) {
  Self self;
  {
    ServiceThread service(self.gate, ServiceMode::Relief);
    std::this_thread::sleep_for(20ms);  // off duty
    self.send();
    const auto soon = std::chrono::steady_clock::now() + 5s;
    while (self.delivered == 0 && std::chrono::steady_clock::now() < soon) {
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(self.delivered, 1);
  }
  self.messenger.shutdown();
}

}  // namespace
}  // namespace bamboo::test
