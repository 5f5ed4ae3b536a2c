// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

TEST(Engine, RunsEveryTaskOnceAndEnds) {
  for (int workers : {1, 2, 4}) {
    Engine engine(with_workers(workers), nullptr);
    std::vector<std::atomic<int>> runs(100);
    for (int i = 0; i < 100; ++i) add(engine, i, [&runs](FunctionTask& me) { ++runs[me.id()]; });
    engine.run();
    for (auto& count : runs) EXPECT_EQ(count.load(), 1);
    EXPECT_EQ(engine.statistics().switches, 100u);
  }
}

TEST(Engine, KnowsItselfItsTasksAndItsWorkers) {
  EXPECT_EQ(Engine::current(), nullptr);
  {
    Engine engine(with_workers(2), nullptr);
    EXPECT_EQ(Engine::current(), &engine);
    EXPECT_EQ(Engine::worker(), -1);
    Task* task = &add(engine, 7, [](FunctionTask& me) {
      EXPECT_EQ(Engine::running(), &me);
      EXPECT_GE(Engine::worker(), 0);
      EXPECT_LT(Engine::worker(), 2);
    });
    EXPECT_EQ(engine.local(7), task);
    EXPECT_EQ(engine.local(8), nullptr);
    EXPECT_THROW(add(engine, 7, [](FunctionTask&) {}), std::invalid_argument);
    engine.run();
    EXPECT_EQ(Engine::running(), nullptr);
    EXPECT_EQ(task->state, Task::State::Finished);
  }
  EXPECT_EQ(Engine::current(), nullptr);
}

TEST(Engine, WithoutTasksEndsAtOnce) {
  Engine engine(with_workers(3), nullptr);
  engine.run();
  EXPECT_EQ(engine.statistics().switches, 0u);
}

TEST(Engine, RunsATaskAgainOnlyWhenItsRuleIsSatisfied) {
  Engine engine(with_workers(1), nullptr);
  std::string order;
  FunctionTask& waiter = add(engine, 0, [&](FunctionTask& me) {
    order += "w";
    me.wait(2);
    order += "W";
  });
  add(engine, 1, [&](FunctionTask& me) {
    waiter.signal();
    order += "1";
    me.yield();
    order += "2";
    waiter.signal();
    order += "3";
  });
  engine.run();
  EXPECT_EQ(order, "w123W");
}

TEST(Engine, PingPongUnderStress) {
  for (int workers : {1, 2, 4}) {
    Engine engine(with_workers(workers), nullptr);
    constexpr int pairs = 8, rounds = 2000;
    std::vector<FunctionTask*> tasks(2 * pairs);
    std::vector<int> counts(2 * pairs);
    for (int i = 0; i < 2 * pairs; ++i) {
      tasks[i] = &add(engine, i, [&, i](FunctionTask& me) {
        for (int r = 0; r < rounds; ++r) {
          if (i % 2 == 0) tasks[i ^ 1]->signal();
          me.wait(1);
          ++counts[i];
          if (i % 2 == 1) tasks[i ^ 1]->signal();
        }
      });
    }
    engine.run();
    for (int count : counts) EXPECT_EQ(count, rounds);
  }
}

TEST(Engine, ManySignalsMakeATaskReadyExactlyOnce) {
  // All tasks signal one collector per round: its last needed message races with its suspension.
  for (int workers : {2, 4}) {
    Engine engine(with_workers(workers), nullptr);
    constexpr int senders = 6, rounds = 1500;
    std::vector<FunctionTask*> all(senders + 1);
    int collected = 0;
    all[0] = &add(engine, 0, [&](FunctionTask& me) {
      for (int r = 0; r < rounds; ++r) {
        me.wait(senders);
        ++collected;
        for (int s = 1; s <= senders; ++s) all[s]->signal();
      }
    });
    for (int s = 1; s <= senders; ++s) {
      all[s] = &add(engine, s, [&](FunctionTask& me) {
        for (int r = 0; r < rounds; ++r) {
          all[0]->signal();
          me.wait(1);
        }
      });
    }
    engine.run();
    EXPECT_EQ(collected, rounds);
  }
}

TEST(Engine, SharesWorkBetweenWorkers) {
  // Both tasks must run at the same time: each waits for the other without suspending.
  Engine engine(with_workers(2), nullptr);
  std::atomic<int> here{0};
  for (int i = 0; i < 2; ++i) {
    add(engine, i, [&](FunctionTask&) {
      ++here;
      while (here.load() < 2) std::this_thread::yield();
    });
  }
  engine.run();
  EXPECT_EQ(here.load(), 2);
}

TEST(Engine, KeepsPinnedTasksOnTheirWorker) {
  Engine engine(with_workers(3), nullptr);
  std::atomic<int> wrong{0};
  for (int i = 0; i < 30; ++i) {
    add(engine, i, [&](FunctionTask& me) {
      for (int k = 0; k < 50; ++k) {
        if (Engine::worker() != me.pinned_worker) ++wrong;
        me.yield();
      }
    }).pinned_worker = i % 3;
  }
  engine.run();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(Engine, RefusesAPinToAWorkerThatDoesNotExist) {
  Engine engine(with_workers(2), nullptr);
  auto task = std::make_unique<FunctionTask>(0, [](FunctionTask&) {});
  task->pinned_worker = 2;
  EXPECT_THROW(engine.add(std::move(task)), std::invalid_argument);
}

TEST(Engine, RunsUrgentTasksFirst) {
  Engine engine(with_workers(1), nullptr);
  std::string order;
  for (int i = 0; i < 4; ++i) {
    add(engine, i, [&](FunctionTask& me) { order += std::to_string(me.id()); }).hints().priority =
        i;
  }
  engine.run();
  EXPECT_EQ(order, "3210");
}

TEST(Engine, PollingTaskLetsLessUrgentOnesRun) {
  Engine engine(with_workers(1), nullptr);
  bool arrived = false;
  int polls = 0;
  add(engine, 0,
      [&](FunctionTask& me) {
        while (!arrived) {
          ++polls;
          me.yield();
        }
      })
      .hints()
      .priority = 10;
  add(engine, 1, [&](FunctionTask&) { arrived = true; }).hints().priority = -10;
  engine.run();
  EXPECT_EQ(polls, 1);
}

TEST(Engine, CallsAfterSliceOnTheWorkersStack) {
  EngineOptions options = with_workers(1);
  Engine engine(options, nullptr);
  std::string order;
  engine.after_slice = [&](Task& task) {
    EXPECT_EQ(Engine::running(), nullptr);
    order += task.finished() ? "f" : "s";
  };
  add(engine, 0, [](FunctionTask& me) {
    me.yield();
    me.yield();
  });
  engine.run();
  EXPECT_EQ(order, "ssf");
}

TEST(EngineDeathTest, ReportsADeadlock) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (int workers : {1, 3}) {
    EXPECT_EXIT(
        {
          EngineOptions options = with_workers(workers);
          options.deadlock_seconds = 0.1;
          Engine engine(options, nullptr);
          engine.describe_wait = [](Task& task) {
            return "rank " + std::to_string(task.id()) + " waits in vain";
          };
          add(engine, 4, [](FunctionTask& me) { me.wait(1); });
          add(engine, 5, [](FunctionTask& me) { me.wait(2); });
          add(engine, 6, [](FunctionTask&) {});
          engine.run();
        },
        testing::ExitedWithCode(exit_deadlock),
        "deadlock.*\n.*rank 4 waits in vain\nrank 5 waits in vain\n$");
  }
}

TEST(Engine, SlowComputationIsNoDeadlock) {
  for (int workers : {1, 2}) {
    EngineOptions options = with_workers(workers);
    options.deadlock_seconds = 0.05;
    Engine engine(options, nullptr);
    FunctionTask& waiter = add(engine, 0, [](FunctionTask& me) { me.wait(1); });
    add(engine, 1, [&](FunctionTask&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      waiter.signal();
    });
    engine.run();
  }
}

TEST(EngineDeathTest, ExceptionThatLeavesATaskEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](auto body) {
    Engine engine(with_workers(1), nullptr);
    add(engine, 3, [body](FunctionTask&) { body(); });
    engine.run();
  };
  EXPECT_EXIT(run([] { throw std::runtime_error("no such matrix"); }),
              testing::ExitedWithCode(exit_task_failed), "task 3 failed: no such matrix");
  EXPECT_EXIT(run([] { throw 5; }), testing::ExitedWithCode(exit_task_failed), "task 3 failed");
}

TEST(Engine, MeasuresTimeWhenAsked) {
  EngineOptions options = with_workers(1);
  options.statistics = true;
  Engine engine(options, nullptr);
  add(engine, 0, [](FunctionTask&) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
  engine.run();
  const Statistics statistics = engine.statistics();
  EXPECT_GE(statistics.seconds_computing, 0.029);
  EXPECT_LT(statistics.seconds_computing, 3);
  EXPECT_GE(statistics.seconds_idle, 0);
  EXPECT_GE(statistics.seconds_runtime, 0);
}

TEST(Engine, CountsLocalMessagesOfAllThreads) {
  Engine engine(with_workers(2), nullptr);
  for (int i = 0; i < 10; ++i) {
    add(engine, i, [&](FunctionTask&) { engine.count_local_message(100, 1); });
  }
  engine.count_local_message(1, 2);
  engine.run();
  const Statistics statistics = engine.statistics();
  EXPECT_EQ(statistics.local_messages, 11u);
  EXPECT_EQ(statistics.local_bytes, 1001u);
  EXPECT_EQ(statistics.copies, 12u);
}
