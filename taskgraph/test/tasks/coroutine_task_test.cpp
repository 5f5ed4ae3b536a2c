// SPDX-License-Identifier: Apache-2.0
// Tasks whose bodies are coroutines.
#include "bamboo/taskgraph/coroutine_task.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

/// A task whose body is given; everything protected is open to it.
class ScriptedCoroutine final : public CoroutineTask {
 public:
  using Body = std::function<Routine(ScriptedCoroutine&)>;
  ScriptedCoroutine(TaskGraph& graph, TaskId id, Body body)
      : CoroutineTask(graph, id), body_(std::move(body)) {}
  using CoroutineTask::receive;
  using DataTask::barrier;
  using DataTask::broadcast;
  using DataTask::put_value;
  using DataTask::reduce;
  using DataTask::take;

 private:
  Routine body() override { return body_(*this); }
  const Body body_;
};

void run_bodies(const std::vector<ScriptedCoroutine::Body>& bodies, int runs = 1, int workers = 2) {
  RuntimeOptions options = with_workers(workers);
  options.deadlock_seconds = 0.1;
  Runtime runtime(options);
  TaskGraph graph(runtime, static_cast<int>(bodies.size()));
  graph.create([&](TaskGraph& created, TaskId id) {
    return std::make_unique<ScriptedCoroutine>(created, id, bodies[id]);
  });
  for (int run = 0; run < runs; ++run) graph.run();
}

Routine sends_twice(ScriptedCoroutine& me) {
  me.put_value(0, 0, 10 * me.id());
  me.put_value(0, 0, 10 * me.id() + 1);
  co_return;
}

}  // namespace

TEST(CoroutineTask, ReceivesInTheOrderThatItNames) {
  const auto receiver = [](ScriptedCoroutine& me) -> Routine {
    auto [second, first] = co_await me.receive(2, 1);
    EXPECT_EQ(second->values<int>()[0], 20);
    EXPECT_EQ(first->values<int>()[0], 10);
    const std::vector<TaskId> both{1, 2};
    auto later = co_await me.receive(both);
    EXPECT_EQ(later.at(0)->values<int>()[0], 11);
    EXPECT_EQ(later.at(1)->values<int>()[0], 21);
  };
  run_bodies({receiver, sends_twice, sends_twice}, 3);
}

TEST(CoroutineTask, KeepsItsVariablesOverManySteps) {
  constexpr int tasks = 5, steps = 100;
  std::vector<int> sums(tasks);
  const auto body = [&](ScriptedCoroutine& me) -> Routine {
    int sum = me.id();
    for (int step = 0; step < steps; ++step) {
      me.put_value((me.id() + 1) % tasks, step, sum);
      auto [message] = co_await me.receive((me.id() + tasks - 1) % tasks);
      EXPECT_EQ(message->tag(), step);
      sum += message->values<int>()[0] % 7;
    }
    sums[me.id()] = sum;
  };
  std::vector<int> expected{0, 1, 2, 3, 4};
  for (int step = 0; step < steps; ++step) {
    std::vector<int> next = expected;
    for (int task = 0; task < tasks; ++task) next[task] += expected[(task + tasks - 1) % tasks] % 7;
    expected = next;
  }
  for (int workers : {1, 2, 4}) {
    run_bodies(std::vector<ScriptedCoroutine::Body>(tasks, body), 1, workers);
    EXPECT_EQ(sums, expected);
  }
}

TEST(CoroutineTask, AwaitsCollectiveCalls) {
  constexpr int tasks = 6;
  const auto body = [](ScriptedCoroutine& me) -> Routine {
    EXPECT_EQ(co_await me.reduce(me.id()), 15);
    EXPECT_EQ(co_await me.reduce(1.5 * me.id(), Maximum()), 7.5);
    EXPECT_EQ(co_await me.broadcast(3, me.id()), 3);
    const std::vector<int> mine{1, me.id()};
    const std::vector<int> both = co_await me.reduce(mine);
    EXPECT_EQ(both[0], 6);
    EXPECT_EQ(both[1], 15);
    co_await me.barrier();
    const auto late = me.reduce(mine);
    co_await late;
    EXPECT_EQ(late.get()[0], 6);
  };
  run_bodies(std::vector<ScriptedCoroutine::Body>(tasks, body), 2);
}

TEST(CoroutineTask, AwaitsARule) {
  const auto receiver = [](ScriptedCoroutine& me) -> Routine {
    co_await Rule::count(4);
    int messages = 0;
    while (me.take()) ++messages;
    EXPECT_EQ(messages, 4);
  };
  run_bodies({receiver, sends_twice, sends_twice});
}

TEST(CoroutineTask, DestroysItsVariablesAtTheEnd) {
  const auto alive = std::make_shared<int>(0);
  run_bodies({[alive](ScriptedCoroutine& me) -> Routine {
    const auto mine = alive;  // NOLINT(performance-unnecessary-copy-initialization)
    co_await me.barrier();
    EXPECT_GE(mine.use_count(), 2);
  }});
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(CoroutineTaskDeathTest, AnExceptionNamesTheTask) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto throws = [] {
    run_bodies({[](ScriptedCoroutine& me) -> Routine {
      co_await me.barrier();
      throw std::runtime_error("matrix is singular");
    }});
  };
  EXPECT_EXIT(throws(), testing::ExitedWithCode(exit_task_failed),
              "task 0 failed: matrix is singular");
}

TEST(CoroutineTaskDeathTest, AReportOfADeadlockSaysWhatItAwaits) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto waits = [] {
    run_bodies({[](ScriptedCoroutine& me) -> Routine { co_await me.receive(1); },
                [](ScriptedCoroutine&) -> Routine { co_return; }});
  };
  EXPECT_EXIT(waits(), testing::ExitedWithCode(exit_deadlock),
              "task 0 waits for a message from task 1");
}
