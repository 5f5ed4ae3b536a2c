// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "machine/cores.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

TEST(Engine, RunsEveryTaskOnceAndEnds) {
  for (int workers : {1, 2, 4}) {
    EngineJob engine(with_workers(workers));
    std::vector<std::atomic<int>> runs(100);
    for (int i = 0; i < 100; ++i) engine.add(i, [&runs](FunctionTask& me) { ++runs[me.id()]; });
    engine.run();
    for (auto& count : runs) EXPECT_EQ(count.load(), 1);
    EXPECT_EQ(engine.statistics().switches, 100u);
  }
}

TEST(Engine, KnowsItsTasksAndItsWorkers) {
  EngineJob engine(with_workers(2));
  EXPECT_EQ(Engine::worker(), -1);
  FunctionTask& task = engine.add(7, [](FunctionTask& me) {
    EXPECT_EQ(Engine::running(), &me);
    EXPECT_GE(Engine::worker(), 0);
    EXPECT_LT(Engine::worker(), 2);
  });
  engine.run();
  EXPECT_EQ(Engine::running(), nullptr);
  EXPECT_EQ(task.state, Task::State::Finished);
}

TEST(Engine, WithoutTasksEndsAtOnce) {
  EngineJob engine(with_workers(3));
  engine.run();
  EXPECT_EQ(engine.statistics().switches, 0u);
}

TEST(Engine, RunsATaskAgainOnlyWhenItsRuleIsSatisfied) {
  EngineJob engine(with_workers(1));
  std::string order;
  FunctionTask& waiter = engine.add(0, [&](FunctionTask& me) {
    order += "w";
    me.wait(2);
    order += "W";
  });
  engine.add(1, [&](FunctionTask& me) {
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
    EngineJob engine(with_workers(workers));
    constexpr int pairs = 8, rounds = 2000;
    std::vector<FunctionTask*> tasks(2 * pairs);
    std::vector<int> counts(2 * pairs);
    for (int i = 0; i < 2 * pairs; ++i) {
      tasks[i] = &engine.add(i, [&, i](FunctionTask& me) {
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
    EngineJob engine(with_workers(workers));
    constexpr int senders = 6, rounds = 1500;
    std::vector<FunctionTask*> all(senders + 1);
    int collected = 0;
    all[0] = &engine.add(0, [&](FunctionTask& me) {
      for (int r = 0; r < rounds; ++r) {
        me.wait(senders);
        ++collected;
        for (int s = 1; s <= senders; ++s) all[s]->signal();
      }
    });
    for (int s = 1; s <= senders; ++s) {
      all[s] = &engine.add(s, [&](FunctionTask& me) {
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
  EngineJob engine(with_workers(2));
  std::atomic<int> here{0};
  for (int i = 0; i < 2; ++i) {
    engine.add(i, [&](FunctionTask&) {
      ++here;
      while (here.load() < 2) std::this_thread::yield();
    });
  }
  engine.run();
  EXPECT_EQ(here.load(), 2);
}

TEST(Engine, KeepsPinnedTasksOnTheirWorker) {
  EngineJob engine(with_workers(3));
  std::atomic<int> wrong{0};
  for (int i = 0; i < 30; ++i) {
    engine
        .add(i,
             [&](FunctionTask& me) {
               for (int k = 0; k < 50; ++k) {
                 if (Engine::worker() != me.pinned_worker) ++wrong;
                 me.yield();
               }
             })
        .pinned_worker = i % 3;
  }
  engine.run();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(Engine, RunsEachWorkerOnItsCores) {
  const std::string all = affinity();
  const std::string first = std::string(all.find('1'), '0') + '1';
  const std::string last = std::string(all.size() - 1, '0') + '1';
  const RuntimeOptions options = with_workers(2);
  ThreadPlan plan = ThreadPlan::decide(options, nullptr);
  plan.binding = BoundWorkers{first, last};
  std::string seen[2];
  {
    EngineJob engine(options, nullptr, plan);
    for (int w = 0; w < 2; ++w)
      engine.add(w, [&seen, w](FunctionTask&) { seen[w] = affinity(); }).pinned_worker = w;
    engine.run();
  }
  EXPECT_EQ(seen[0], first);
  EXPECT_EQ(seen[1], last);
  EXPECT_EQ(affinity(), all);
}

TEST(Engine, RefusesAPinToAWorkerThatDoesNotExist) {
  EngineJob engine(with_workers(2));
  engine.add(0, [](FunctionTask&) {}).pinned_worker = 2;
  EXPECT_THROW(engine.run(), std::invalid_argument);
}

TEST(Engine, RunsUrgentTasksFirst) {
  EngineJob engine(with_workers(1));
  std::string order;
  for (int i = 0; i < 4; ++i) {
    engine.add(i, [&](FunctionTask& me) { order += std::to_string(me.id()); }).hints().priority = i;
  }
  engine.run();
  EXPECT_EQ(order, "3210");
}

TEST(Engine, PollingTaskLetsLessUrgentOnesRun) {
  EngineJob engine(with_workers(1));
  bool arrived = false;
  int polls = 0;
  engine
      .add(0,
           [&](FunctionTask& me) {
             while (!arrived) {
               ++polls;
               me.yield();
             }
           })
      .hints()
      .priority = 10;
  engine.add(1, [&](FunctionTask&) { arrived = true; }).hints().priority = -10;
  engine.run();
  EXPECT_EQ(polls, 1);
}

TEST(Engine, NotifiesATaskOnTheWorkersStackThatItWasLeft) {
  struct Notified final : FunctionTask {
    Notified(TaskOwner& owner, std::string& words)
        : FunctionTask(owner, 0,
                       [](FunctionTask& me) {
                         me.yield();
                         me.yield();
                       }),
          order(words) {}
    void left() override {
      EXPECT_EQ(Engine::running(), nullptr);
      order += finished() ? "f" : "s";
    }
    std::string& order;
  };
  EngineJob engine(with_workers(1));
  std::string order;
  engine.add(std::make_unique<Notified>(engine, order));
  engine.run();
  EXPECT_EQ(order, "ssf");
}

TEST(EngineDeathTest, ReportsADeadlock) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (int workers : {1, 3}) {
    EXPECT_EXIT(
        {
          RuntimeOptions options = with_workers(workers);
          options.deadlock_seconds = 0.1;
          EngineJob engine(options);
          engine.add(4, [](FunctionTask& me) { me.wait(1); });
          engine.add(5, [](FunctionTask& me) { me.wait(2); });
          engine.add(6, [](FunctionTask&) {});
          engine.run();
        },
        testing::ExitedWithCode(exit_deadlock),
        "deadlock.*\n.*task 4 waits for 1 messages\ntask 5 waits for 1 messages\n$");
  }
}

TEST(Engine, SlowComputationIsNoDeadlock) {
  for (int workers : {1, 2}) {
    RuntimeOptions options = with_workers(workers);
    options.deadlock_seconds = 0.05;
    EngineJob engine(options);
    FunctionTask& waiter = engine.add(0, [](FunctionTask& me) { me.wait(1); });
    engine.add(1, [&](FunctionTask&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      waiter.signal();
    });
    engine.run();
  }
}

TEST(EngineDeathTest, ExceptionThatLeavesATaskEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](auto body) {
    EngineJob engine(with_workers(1));
    engine.add(3, [body](FunctionTask&) { body(); });
    engine.run();
  };
  EXPECT_EXIT(run([] { throw std::runtime_error("no such matrix"); }),
              testing::ExitedWithCode(exit_task_failed), "task 3 failed: no such matrix");
  EXPECT_EXIT(run([] { throw 5; }), testing::ExitedWithCode(exit_task_failed), "task 3 failed");
}

TEST(Engine, MeasuresTimeWhenAsked) {
  RuntimeOptions options = with_workers(1);
  options.statistics = true;
  EngineJob engine(options);
  engine.add(0, [](FunctionTask&) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
  engine.run();
  const Statistics statistics = engine.statistics();
  EXPECT_GE(statistics.seconds_computing, 0.029);
  EXPECT_LT(statistics.seconds_computing, 3);
  EXPECT_GE(statistics.seconds_idle, 0);
  EXPECT_GE(statistics.seconds_runtime, 0);
}

TEST(Engine, CountsLocalMessagesOfAllThreads) {
  EngineJob engine(with_workers(2));
  for (int i = 0; i < 10; ++i) {
    engine.add(i, [&](FunctionTask&) { engine.count_local_message(100, 1); });
  }
  engine.count_local_message(1, 2);
  engine.run();
  const Statistics statistics = engine.statistics();
  EXPECT_EQ(statistics.local_messages, 11u);
  EXPECT_EQ(statistics.local_bytes, 1001u);
  EXPECT_EQ(statistics.copies, 12u);
}

TEST(Engine, RunsOthersWhileATaskBlocksTheThreadThatItKeeps) {
  for (const int workers : {1, 2}) {
    EngineJob engine(with_workers(workers));
    std::atomic<int> others{0};
    std::atomic<bool> outside{false};
    for (int i = 0; i < 3; ++i) {
      engine.add(i, [&](FunctionTask& me) {
        if (!engine_of_job->keep_thread(me)) return;
        outside = outside || Engine::worker() == -1;
        while (others.load() < 3) std::this_thread::yield();
      });
    }
    for (int i = 3; i < 6; ++i) engine.add(i, [&](FunctionTask&) { ++others; });
    engine.run();
    EXPECT_EQ(others.load(), 3);
    EXPECT_TRUE(outside.load());
  }
}

TEST(Engine, LeavesAThreadToItsWorkerWhereOtherTasksHaveRun) {
  EngineJob engine(with_workers(1));
  int kept = 0;
  for (int i = 0; i < 3; ++i)
    engine.add(i, [&](FunctionTask& me) {
      me.yield();
      kept += engine_of_job->keep_thread(me);
    });
  engine.run();
  EXPECT_EQ(kept, 0);
}
