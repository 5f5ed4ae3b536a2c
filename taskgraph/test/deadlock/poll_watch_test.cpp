// SPDX-License-Identifier: Apache-2.0
#include "deadlock/poll_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "deadlock/wait_report.h"
#include "machine/ticks.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

/// A step of 1000 ticks.
WorkerStep step(std::uint64_t polls, std::uint64_t in_long, std::uint64_t processor) {
  return {1000, polls, in_long, processor, false};
}

/// Two workers, and time in units of a step.
struct Watched : testing::Test {
  static constexpr std::uint64_t one = 1u << 30;  // no processor time of this thread counts
  std::array<WorkerActivity, 2> workers;
  PollWatch watch{{&workers[0], &workers[1]}, 8 * one, nullptr};
  std::uint64_t now = ticks() + one;

  bool due() {
    const bool result = watch.step_if_due(now);
    now += one;
    return result;
  }
  /// How many steps it takes until it says that nothing happens; 100: never.
  template <class Work>
  int steps_until_due(Work work) {
    for (int n = 0; n < 100; ++n) {
      work(n);
      if (due()) return n;
    }
    return 100;
  }
};

}  // namespace

TEST(WorkerStep, DidNotComputeWhenItOnlyPolled) {
  EXPECT_FALSE(step(500, 0, 1000).computed());
}
TEST(WorkerStep, DidNotComputeWhenItSleptBetweenPolls) {
  EXPECT_FALSE(step(5, 1000, 50).computed());
}
TEST(WorkerStep, DidNotComputeWhenItLostTheCore) {
  EXPECT_FALSE(step(50, 800, 200).computed());
}
TEST(WorkerStep, ComputedBetweenPolls) {
  EXPECT_TRUE(step(5, 990, 1000).computed());
  EXPECT_TRUE(step(5, 990, 400).computed());  // and lost the core
}
TEST(WorkerStep, ComputesInASliceWithoutEnd) {
  EXPECT_TRUE(step(0, 0, 1000).computed());
}
TEST(WorkerStep, IdlesWithoutComputing) {
  EXPECT_FALSE((WorkerStep{1000, 0, 0, 1000, true}).computed());
}

TEST_F(Watched, PollsAreNoticed) {
  const int after = steps_until_due([&](int) {
    for (WorkerActivity& worker : workers) bump(worker.polls, 10);
  });
  EXPECT_GE(after, 8);
  EXPECT_LE(after, 14);
}

TEST_F(Watched, PollsBesideAnIdleWorkerAreNoticed) {
  workers[1].idle = true;
  EXPECT_LE(steps_until_due([&](int) { bump(workers[0].polls, 10); }), 14);
}

TEST_F(Watched, OtherSlicesStartAgain) {
  EXPECT_EQ(steps_until_due([&](int n) {
              for (WorkerActivity& worker : workers) bump(worker.polls, 10);
              if (n % 6 == 0) bump(workers[1].other_slices);
            }),
            100);
}

TEST_F(Watched, LocalMessagesStartAgain) {
  EXPECT_EQ(steps_until_due([&](int n) {
              for (WorkerActivity& worker : workers) bump(worker.polls, 10);
              if (n % 6 == 0) bump(workers[0].local_messages);
            }),
            100);
}

TEST_F(Watched, AWorkerThatDoesNotComeBackHasSomethingToDo) {
  EXPECT_EQ(steps_until_due([&](int) { bump(workers[0].polls, 10); }), 100);
}

TEST_F(Watched, AWorkerMayComeBackSeldom) {
  EXPECT_LE(steps_until_due([&](int n) {
              bump(workers[0].polls, 10);
              if (n % 3 == 0) bump(workers[1].polls);
            }),
            14);
}

TEST(WaitReport, DescribesATaskThatIsNotRunning) {
  FunctionTask task(no_owner(), 3, [](FunctionTask&) {});
  WaitReport report([](Task& t) { return "task " + std::to_string(t.id()); });
  EXPECT_EQ(report.of(task), "task 3");
}

TEST(WaitReport, HasTheWorkerDescribeOneThatRuns) {
  FunctionTask task(no_owner(), 3, [](FunctionTask&) {});
  int described = 0;
  WaitReport report([&](Task&) { return "description " + std::to_string(++described); });
  std::lock_guard slice(task.slice);
  report.left(task);  // before a report is asked for
  EXPECT_EQ(report.of(task), std::nullopt);
  EXPECT_EQ(described, 0);
  report.left(task);
  report.left(task);
  EXPECT_EQ(report.of(task), "description 1");
}

TEST(Polling, ThatLastsIsAWarningOnce) {
  RuntimeOptions options = with_workers(2);
  options.deadlock_seconds = 0.05;
  EngineJob engine(options);
  // It is over when standard error has the warning, and then some.
  std::atomic<bool> warned{false};
  testing::internal::CaptureStderr();
  FunctionTask& waits = engine.add(0, [&](FunctionTask& me) {
    me.wait(1);
    warned = true;
  });
  engine.add(1, [&](FunctionTask& me) {
    while (lseek(STDERR_FILENO, 0, SEEK_CUR) <= 0) me.yield();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
    while (std::chrono::steady_clock::now() < end) me.yield();
    waits.signal();
  });
  engine.run();
  EXPECT_TRUE(warned);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("task 0 waits for 1 messages\ntask 1 waits for "), std::string::npos) << text;
  EXPECT_EQ(text.find("warning"), text.rfind("warning")) << text;
}
