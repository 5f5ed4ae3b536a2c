// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "deadlock/deadlock_detector.h"
#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double seconds = 0.2;
constexpr double patience = 200;  // generous, because the machine may be under load
constexpr std::size_t tiny_piece = 64;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void watch(Job& job) {
  for (int process = 0; process < job.processes(); ++process) {
    job[process].detector().watch(
        seconds,
        [process] { return "rank " + std::to_string(process) + " waits in MPI_Recv for rank 7\n"; },
        9);
  }
}

/// Polls until a process aborts; returns the exit code, or -1 if it does not in time.
int poll_for(Job& job, double limit) {
  const auto start = Clock::now();
  try {
    while (since(start) < limit) job.poll();
  } catch (const Aborted& aborted) {
    return aborted.code;
  }
  return -1;
}

struct Deadlock : testing::TestWithParam<int> {};

TEST_P(Deadlock, IsReportedByAllProcesses) {
  Job job(GetParam(), tiny_piece, 4096);
  watch(job);
  testing::internal::CaptureStderr();
  const auto start = Clock::now();
  for (int process = 0; process < job.processes(); ++process) job[process].detector().idle(true);
  EXPECT_EQ(poll_for(job, patience), 9);
  EXPECT_GE(since(start), seconds);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_NE(report.find("deadlock"), std::string::npos);
  for (int process = 0; process < job.processes(); ++process) {
    const std::string line = "rank " + std::to_string(process) + " waits in MPI_Recv for rank 7\n";
    EXPECT_NE(report.find(line), std::string::npos) << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Processes, Deadlock, testing::Values(1, 2, 5));

TEST(NoDeadlock, WhileOneProcessComputesWithoutPolling) {
  Job job(3, tiny_piece, 4096);
  watch(job);
  job[0].detector().idle(true);
  job[1].detector().idle(true);
  const auto start = Clock::now();
  while (since(start) < 5 * seconds) {
    job[0].progress();
    job[1].progress();
  }
  // It comes back and sends: still no alarm, and none while the others compute in their turn.
  job.put(2, 0, 1, 10);
  job[2].detector().idle(true);
  Message* message = job.next(0);
  job[0].detector().idle(false);
  message->discard();
  EXPECT_EQ(poll_for(job, 5 * seconds), -1);
}

TEST(NoDeadlock, WhileAMessageIsOnItsWay) {
  Job job(3, tiny_piece, 4096);
  watch(job);
  job.network.hold(2, 1, true);  // process 0 gets its answers from both
  job.put(2, 1, 1, 10);
  for (int process = 0; process < 3; ++process) job[process].detector().idle(true);
  EXPECT_EQ(poll_for(job, 5 * seconds), -1);
  job.network.hold(2, 1, false);
  job.receive(1, 1, 10);
}

TEST(NoDeadlock, WhenAProcessWasBusyBetweenTheRounds) {
  // Process 1 answers the first round, computes for a moment, and is idle again in the second.
  Job job(3, tiny_piece, 4096);
  watch(job);
  for (int process = 0; process < 3; ++process) job[process].detector().idle(true);
  job.network.hold(0, 2, true);  // the first round stays open
  const auto start = Clock::now();
  while (since(start) < 2 * seconds) job.poll();
  job[1].detector().idle(false);
  job[1].detector().idle(true);
  job.network.hold(0, 2, false);
  EXPECT_EQ(poll_for(job, seconds * 0.7), -1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(poll_for(job, patience), 9);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("rank 1 waits"), std::string::npos);
}

TEST(NoDeadlock, WhileMessagesComeRarelyButInTime) {
  Job job(2, tiny_piece, 4096);
  watch(job);
  job[0].detector().idle(true);
  const auto start = Clock::now();
  for (int tag = 0; since(start) < 6 * seconds; ++tag) {
    job[1].detector().idle(true);
    EXPECT_EQ(poll_for(job, seconds * 0.6), -1);
    job[1].detector().idle(false);
    job.put(1, 0, tag, 10);
    job.receive(0, tag, 10);
  }
}

TEST(NoDeadlock, BeforeEveryProcessWatches) {
  Job job(2, tiny_piece, 4096);
  job[0].detector().watch(seconds, [] { return std::string(); }, 9);
  job[0].detector().idle(true);
  job[1].detector().idle(true);
  EXPECT_EQ(poll_for(job, 5 * seconds), -1);
}

TEST(Deadlock, OfOneProcessWhileTheOthersHaveFinished) {
  Job job(3, tiny_piece, 4096);
  watch(job);
  job[1].detector().idle(true);
  testing::internal::CaptureStderr();
  std::atomic<int> code{-1};
  std::atomic<bool> over{false};
  std::thread first([&] {
    try {
      job[0].shutdown();
    } catch (const Aborted& aborted) {
      code = aborted.code;
    }
    over = true;
  });
  // The third process would stay in shutdown() forever, so an idle detector represents it.
  job[2].detector().idle(true);
  while (!over) {
    job[1].progress();
    job[2].progress();
  }
  first.join();
  EXPECT_EQ(code, 9);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("rank 1 waits"), std::string::npos);
}

TEST(Deadlock, ReportIsBounded) {
  Job job(2, 1024, 4096);
  for (int process = 0; process < 2; ++process) {
    job[process].detector().watch(
        seconds,
        [] {
          std::string text;
          for (int task = 0; task < 100'000; ++task) text += "a task waits for a message\n";
          return text;
        },
        9);
    job[process].detector().idle(true);
  }
  testing::internal::CaptureStderr();
  EXPECT_EQ(poll_for(job, patience), 9);
  const std::string report = testing::internal::GetCapturedStderr();
  EXPECT_LT(report.size(), 80u << 10);
  EXPECT_NE(report.find("more tasks"), std::string::npos);
}

}  // namespace
}  // namespace bamboo::test
