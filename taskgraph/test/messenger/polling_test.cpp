// SPDX-License-Identifier: Apache-2.0
// Processes that poll without success count as idle, but may stop polling: they get one warning,
// and the job continues.
#include <gtest/gtest.h>

#include <string>

#include "deadlock/deadlock_detector.h"
#include "test/support/messenger_job.h"

namespace bamboo::test {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;
constexpr double seconds = 2;
constexpr std::size_t tiny_piece = 64;

/// A job whose clock is set by the test, so that nothing depends on the machine's speed.
struct PollingWithoutProgress : testing::Test {
  Clock::time_point time{1000s};
  Job job{3, tiny_piece, 4096, 1, [this] { return time; }};
  int busy = -1;  ///< a process whose report cannot be made

  void SetUp() override {
    for (int process = 0; process < job.processes(); ++process) {
      job[process].detector().watch(
          seconds,
          [this, process]() -> std::optional<std::string> {
            if (process == busy) return std::nullopt;
            return "rank " + std::to_string(process) + " looks for rank 7\n";
          },
          9);
    }
  }
  /// Two rounds of questions and a report need no more.
  void poll_often() {
    for (int i = 0; i < 50; ++i) job.poll();
  }
  /// Time passes, in which the processes with a bit say that they poll.
  std::string pass(std::chrono::milliseconds span, unsigned polling) {
    testing::internal::CaptureStderr();
    const auto end = time + span;
    for (; time < end; time += 100ms) {
      for (int process = 0; process < job.processes(); ++process) {
        if ((polling >> process & 1) != 0) job[process].detector().polling(true);
      }
      poll_often();
    }
    return testing::internal::GetCapturedStderr();
  }
  void move_a_message() {
    job.put(1, 2, 0, 10);
    job.receive(2, 0, 10);
  }
};

TEST_F(PollingWithoutProgress, IsAWarning) {
  job[1].detector().idle(true);
  EXPECT_EQ(pass(1900ms, 0b101), "");
  const std::string report = pass(2s, 0b101);
  EXPECT_NE(report.find("warning"), std::string::npos) << report;
  EXPECT_NE(report.find("2 s"), std::string::npos) << report;
  for (int process = 0; process < 3; ++process) {
    const std::string line = "rank " + std::to_string(process) + " looks for rank 7\n";
    EXPECT_NE(report.find(line), std::string::npos) << report;
  }
}

TEST_F(PollingWithoutProgress, IsReportedOnce) {
  EXPECT_NE(pass(5s, 0b111), "");
  EXPECT_EQ(pass(20s, 0b111), "");
  move_a_message();
  EXPECT_EQ(pass(20s, 0b111), "");
}

TEST_F(PollingWithoutProgress, DoesNotHideALaterDeadlock) {
  EXPECT_NE(pass(5s, 0b111), "");
  for (int process = 0; process < 3; ++process) job[process].detector().idle(true);
  EXPECT_THROW(pass(20s, 0), Aborted);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("deadlock: no task"), std::string::npos);
}

TEST_F(PollingWithoutProgress, IsNotReportedWhileOneComputes) {
  job[1].detector().idle(true);
  EXPECT_EQ(pass(20s, 0b001), "");  // and process 2 says nothing
  EXPECT_EQ(pass(1s, 0b100), "");   // now process 0 computes
  EXPECT_EQ(pass(20s, 0b100), "");
}

TEST_F(PollingWithoutProgress, IsNotReportedAfterOneStopped) {
  EXPECT_EQ(pass(1900ms, 0b111), "");
  job[2].detector().polling(false);
  EXPECT_EQ(pass(1900ms, 0b111), "");
}

TEST_F(PollingWithoutProgress, IsNotReportedWhileMessagesMove) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(pass(1500ms, 0b111), "");
    move_a_message();
  }
}

struct LateReport : PollingWithoutProgress, testing::WithParamInterface<int> {};

TEST_P(LateReport, IsWaitedFor) {
  busy = GetParam();
  EXPECT_EQ(pass(2500ms, 0b111), "");
  busy = -1;
  const std::string report = pass(200ms, 0b111);
  for (int process = 0; process < 3; ++process) {
    EXPECT_NE(report.find("rank " + std::to_string(process)), std::string::npos) << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Processes, LateReport, testing::Values(0, 1));

TEST_F(PollingWithoutProgress, DoesWithoutAReportThatDoesNotCome) {
  busy = 1;
  const std::string report = pass(5s, 0b111);
  EXPECT_NE(report.find("rank 0 looks"), std::string::npos) << report;
  EXPECT_EQ(report.find("rank 1 looks"), std::string::npos) << report;
  EXPECT_NE(report.find("rank 2 looks"), std::string::npos) << report;
}

}  // namespace
}  // namespace bamboo::test
