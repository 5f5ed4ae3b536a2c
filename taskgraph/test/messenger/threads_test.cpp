// SPDX-License-Identifier: Apache-2.0
// Workers send and receive while a service thread polls. Meant for ThreadSanitizer as well.
#include <gtest/gtest.h>

#include <thread>

#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

class Services {
 public:
  explicit Services(Job& job) {
    for (int process = 0; process < job.processes(); ++process) {
      threads_.emplace_back([this, &job, process] {
        while (!stop_) {
          if (!job[process].progress()) std::this_thread::yield();
        }
      });
    }
  }
  ~Services() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

void exchange(Job& job, int me, int count, SendMode mode, std::uint64_t bytes) {
  const int other = 1 - me;
  for (int tag = 0; tag < count; ++tag) {
    PatternSource source(tag);
    Completion completion;
    const bool now = job.send(me, other, tag, bytes + tag, mode, source, &completion);
    Message* message = nullptr;
    while ((message = job.take(me)) == nullptr) std::this_thread::yield();
    ASSERT_EQ(message->header.tag, tag);
    PatternSink sink(tag);
    message->receive(sink);
    while (!sink.is_done()) std::this_thread::yield();
    ASSERT_EQ(sink.bytes(), bytes + tag);
    ASSERT_EQ(sink.wrong(), 0u);
    while (!now && completion.times() == 0) std::this_thread::yield();
  }
}

struct Mode : testing::TestWithParam<SendMode> {};

TEST_P(Mode, WorksWhileAServiceThreadPolls) {
  for (const std::uint64_t bytes : {0u, 100u, 3000u, 20000u}) {
    Job job(2, 256, 8192);
    const Services services(job);
    std::thread one([&] { exchange(job, 1, 40, GetParam(), bytes); });
    exchange(job, 0, 40, GetParam(), bytes);
    one.join();
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Mode,
                         testing::Values(SendMode::Put, SendMode::Standard, SendMode::Synchronous));

TEST(Threads, OfOneProcessSendAtTheSameTime) {
  constexpr int senders = 4, count = 200;
  Job job(2, 256, 8192);
  const Services services(job);
  std::vector<std::thread> threads;
  for (int sender = 0; sender < senders; ++sender) {
    threads.emplace_back([&job, sender] {
      for (int n = 0; n < count; ++n) job.put(0, 1, sender * count + n, n % 10 == 0 ? 9000 : 50);
    });
  }
  std::vector<int> expected(senders, 0);
  for (int n = 0; n < senders * count; ++n) {
    Message* message = nullptr;
    while ((message = job.take(1)) == nullptr) std::this_thread::yield();
    const int tag = message->header.tag;
    EXPECT_EQ(tag % count, expected[tag / count]++) << "messages of one thread overtook";
    PatternSink sink(tag);
    message->receive(sink);
    while (!sink.is_done()) std::this_thread::yield();
    EXPECT_EQ(sink.wrong(), 0u);
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, ReceiveWhatIsJustBeingDelivered) {
  // The delivery hands the message to another thread, which takes it while its piece is read.
  Job job(2, 4096, 1u << 20);
  std::atomic<Message*> handed{nullptr};
  job[1].set_deliver([&](Message* message) {
    handed = message;
    if (message->header.tag % 2 == 0) std::this_thread::yield();
  });
  const Services services(job);
  for (int tag = 0; tag < 500; ++tag) {
    job.put(0, 1, tag, tag % 5 == 0 ? 20000 : 4000);
    Message* message = nullptr;
    while ((message = handed.exchange(nullptr)) == nullptr) std::this_thread::yield();
    PatternSink sink(tag);
    message->receive(sink);
    while (!sink.is_done()) std::this_thread::yield();
    ASSERT_EQ(sink.wrong(), 0u);
  }
}

/// Stops in the middle of its payload until the test continues it.
class StoppingSource final : public PayloadSource {
 public:
  StoppingSource(std::uint64_t seed, std::uint64_t stop) : pattern_(seed), stop_(stop) {}
  void read(std::byte* out, std::size_t n) override {
    if (pattern_.bytes_read() >= stop_) {
      stopped.store(true);
      while (!go_on.load()) std::this_thread::yield();
    }
    pattern_.read(out, n);
  }
  std::atomic<bool> stopped{false}, go_on{false};

 private:
  PatternSource pattern_;
  const std::uint64_t stop_;
};

TEST(Threads, SynchronousMessageThatIsAcknowledgedWhileItsPiecesStillLeave) {
  constexpr std::uint64_t bytes = 5000;
  Job job(2, 256, 1u << 20);
  StoppingSource slow(1, bytes / 2);
  Completion slow_sent, quick_sent;
  std::thread sender([&] { job.send(0, 1, 1, bytes, SendMode::Synchronous, slow, &slow_sent); });
  while (!slow.stopped) std::this_thread::yield();
  PatternSink slow_sink(1), quick_sink(2);
  Message* message = job.next(1);
  ASSERT_EQ(message->header.tag, 1);
  message->receive(slow_sink);
  job.settle();  // the acknowledgement is here
  EXPECT_EQ(slow_sent.times(), 0) << "complete while its payload is still being read";
  PatternSource quick(2);
  job.send(0, 1, 2, bytes, SendMode::Synchronous, quick, &quick_sent);
  slow.go_on = true;
  sender.join();
  message = job.next(1);
  ASSERT_EQ(message->header.tag, 2);
  message->receive(quick_sink);
  EXPECT_TRUE(job.poll_until([&] { return slow_sink.is_done() && quick_sink.is_done(); }));
  EXPECT_TRUE(job.poll_until([&] { return slow_sent.times() > 0 && quick_sent.times() > 0; }));
  EXPECT_EQ(slow_sink.wrong() + quick_sink.wrong(), 0u);
}

}  // namespace
}  // namespace bamboo::test
