// SPDX-License-Identifier: Apache-2.0
// The end of a job that one thread asks for while others are at work.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

using std::chrono::milliseconds;

/// A process in which one thread is inside of the transport.
class Abort : public testing::Test {
 protected:
  Abort() {
    job[1].set_deliver([this](Message*) {
      inside = true;
      while (!leave) std::this_thread::sleep_for(milliseconds(1));
      inside = false;
    });
    job.put(0, 1, 1, 0);
    poller = std::thread([this] {
      while (!leave) job[1].progress();
    });
    while (!inside) std::this_thread::yield();
  }
  ~Abort() override {
    leave = true;
    poller.join();
  }
  void abort() {
    try {
      job[1].abort(7);
    } catch (const Aborted& aborted) {
      code = aborted.code;
      was_inside = inside.load();
    }
  }

  Job job{2, 256, 8192};
  std::thread poller;
  std::atomic<bool> inside{false}, leave{false}, was_inside{false};
  std::atomic<int> code{0};
};

TEST_F(Abort, WaitsForTheThreadThatIsInTheTransport) {
  std::thread end([this] { abort(); });
  std::this_thread::sleep_for(milliseconds(50));
  leave = true;
  end.join();
  EXPECT_EQ(code, 7);
  EXPECT_FALSE(was_inside);
}

TEST_F(Abort, DoesNotWaitForEver) {
  abort();
  EXPECT_EQ(code, 7);
  EXPECT_TRUE(was_inside);
}

TEST(AbortOfTwoThreads, HasOneWinner) {
  // It is never destroyed, because one thread stays inside.
  auto& job = *new Job(1, 256, 8192);
  static std::atomic<int> ended{0}, last_words{0};
  for (int n = 0; n < 2; ++n) {
    std::thread([&job] {
      try {
        job[0].abort(7, [] { ++last_words; });
      } catch (const Aborted&) {
        ++ended;
      }
    }).detach();
  }
  while (ended == 0) std::this_thread::yield();
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(last_words, 1);
}

}  // namespace
}  // namespace bamboo::test
