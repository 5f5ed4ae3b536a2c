// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

void shut_down_all(Job& job) {
  std::vector<std::thread> threads;
  for (int process = 0; process < job.processes(); ++process) {
    threads.emplace_back([&job, process] { job[process].shutdown(); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Shutdown, OfAQuietJob) {
  Job job(3, 64, 4096);
  shut_down_all(job);
  EXPECT_EQ(job.network.outstanding_pieces(), 0);
}

TEST(Shutdown, DropsMessagesThatNoTaskReceived) {
  Job job(3, 64, 4096);
  for (int tag = 0; tag < 100; ++tag) {
    job.put(0, 1, tag, 10);
    job.put(1, 2, tag, 3000);
    job.put(2, 0, tag, 10000);
  }
  shut_down_all(job);
  EXPECT_EQ(job.network.on_the_way(), 0u);
  EXPECT_EQ(job.network.outstanding_pieces(), 0);
}

TEST(Shutdown, ServesThoseWhoStillReceive) {
  constexpr int count = 50;
  Job job(2, 64, 4096);
  for (int tag = 0; tag < count; ++tag) job.put(0, 1, tag, 10000);  // offers, and held-back ones
  std::thread sender([&] { job[0].shutdown(); });
  for (int tag = 0; tag < count; ++tag) {
    Message* message = nullptr;
    while ((message = job.take(1)) == nullptr) job[1].progress();
    PatternSink sink(tag);
    message->receive(sink);
    while (!sink.is_done()) job[1].progress();
    ASSERT_EQ(sink.bytes(), 10000u);
    ASSERT_EQ(sink.wrong(), 0u);
  }
  job[1].shutdown();
  sender.join();
}

}  // namespace
}  // namespace bamboo::test
