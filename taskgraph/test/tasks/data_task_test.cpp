// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/data_task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/scheduler.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/stencil.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

/// A task whose runs are given as a function; everything protected is open to it.
class Scripted final : public DataTask {
 public:
  using Run = std::function<void(Scripted&)>;
  Scripted(TaskGraph& graph, TaskId id, Run run) : DataTask(graph, id), run_(std::move(run)) {}
  using DataTask::finish;
  using DataTask::needs;
  using DataTask::put;
  using DataTask::put_value;
  using DataTask::take;
  int runs = 0;

 protected:
  void run() override {
    ++runs;
    run_(*this);
  }

 private:
  Run run_;
};

Geometry line(int n) {
  return Geometry({n}, {false});
}

void run_graph(int workers, const std::vector<Scripted::Run>& scripts,
               std::unique_ptr<Layout> layout = nullptr) {
  Runtime runtime(with_workers(workers));
  TaskGraph graph(runtime, line(static_cast<int>(scripts.size())));
  if (layout != nullptr) graph.add_layout(std::move(layout));
  graph.create([&](TaskGraph& created, TaskId id) {
    return std::make_unique<Scripted>(created, id, scripts[id]);
  });
  graph.run();
}

}  // namespace

TEST(DataTask, RunsAtOnceAndThenByItsRule) {
  std::vector<int> sums;
  run_graph(1, {[&](Scripted& me) {
                  me.needs(3);
                  int sum = 0;
                  // The sender is quicker: what this run leaves counts for the next one's rule.
                  for (int i = 0; i < 3; ++i) {
                    const auto message = me.take();
                    EXPECT_EQ(message != nullptr, me.runs > 1);
                    if (message != nullptr) sum += message->values<int>()[0];
                  }
                  sums.push_back(sum);
                  if (me.runs == 3) me.finish();
                },
                [](Scripted& me) {
                  for (int i = 1; i <= 6; ++i) me.put_value(0, 0, i);
                  me.finish();
                }});
  EXPECT_EQ(sums, (std::vector<int>{0, 6, 15}));
}

TEST(DataTask, SeesWhatArrivesDuringARunInTheNextOne) {
  std::string order;
  run_graph(1, {[&](Scripted& me) {
              if (me.runs == 1) {
                me.put_value(0, 5, 42);  // to itself
                order += me.take() == nullptr ? "not yet, " : "too early, ";
                return;
              }
              const auto message = me.take();
              ASSERT_NE(message, nullptr);
              EXPECT_EQ(message->source(), 0);
              EXPECT_EQ(message->tag(), 5);
              EXPECT_EQ(message->values<int>()[0], 42);
              order += "now";
              me.finish();
            }});
  EXPECT_EQ(order, "not yet, now");
}

TEST(DataTask, RuleCountsOnlyMessagesOfItsTag) {
  run_graph(1, {[&](Scripted& me) {
                  me.needs(1, 7);
                  if (me.runs == 1) return;
                  EXPECT_EQ(me.take(1, 7)->values<int>()[0], 70);
                  // The others are still there, in order.
                  EXPECT_EQ(me.take()->tag(), 1);
                  EXPECT_EQ(me.take()->tag(), 2);
                  EXPECT_EQ(me.take(), nullptr);
                  me.finish();
                },
                [](Scripted& me) {
                  me.put_value(0, 1, 10);
                  me.put_value(0, 2, 20);
                  me.put_value(0, 7, 70);
                  me.finish();
                }});
}

TEST(DataTask, MessagesOfOneSourceKeepTheirOrder) {
  for (int workers : {1, 2, 4}) {
    constexpr int count = 3000;
    std::vector<Scripted::Run> scripts(4);
    std::vector<int> next(4, 0);
    int total = 0;
    scripts[0] = [&](Scripted& me) {
      while (auto message = me.take()) {
        EXPECT_EQ(message->values<int>()[0], next[message->source()]++);
        ++total;
      }
      if (total == 3 * count) me.finish();
    };
    for (int s = 1; s < 4; ++s) {
      scripts[s] = [](Scripted& me) {
        for (int i = 0; i < count; ++i) me.put_value(0, 0, i);
        me.finish();
      };
    }
    run_graph(workers, scripts);
    EXPECT_EQ(total, 3 * count);
  }
}

TEST(DataTask, CarriesEmptyAndLargeMessages) {
  std::vector<double> large(100000);
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<double>(i);
  run_graph(2, {[&](Scripted& me) {
                  if (me.runs == 1) return me.needs(2);
                  EXPECT_TRUE(me.take(1, 0)->bytes().empty());
                  const auto message = me.take(1, 1);
                  const auto values = message->values<double>();
                  EXPECT_EQ(std::vector<double>(values.begin(), values.end()), large);
                  me.finish();
                },
                [&](Scripted& me) {
                  me.put(0, 0, std::vector<double>());
                  me.put(0, 1, large);
                  me.finish();
                }});
}

TEST(DataTaskDeathTest, PutAlongNoEdgeEndsTheJob) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto send = [](TaskId to, int tag) {
    const Scripted::Run quiet = [](Scripted& me) { me.finish(); };
    run_graph(1,
              {[&](Scripted& me) {
                 me.put_value(to, tag, 1);
                 me.finish();
               },
               quiet, quiet, quiet},
              predefined_layout("NearestNeighbor", {}));
  };
  EXPECT_EXIT(send(2, 0), testing::ExitedWithCode(exit_task_failed),
              "task 0 sends to task 2 along no edge of NearestNeighbor");
  EXPECT_EXIT(send(4, 0), testing::ExitedWithCode(exit_task_failed), "but there are 4 tasks");
  EXPECT_EXIT(send(1, -3), testing::ExitedWithCode(exit_task_failed), "the tag -3 is negative");
}

TEST(DataTaskDeathTest, UnsatisfiedRuleIsADeadlock) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto wait = [] {
    RuntimeOptions options = with_workers(1);
    options.deadlock_seconds = 0.1;
    Runtime runtime(options);
    TaskGraph graph(runtime, 2);
    graph.create<Scripted>(Scripted::Run([](Scripted& me) { me.needs(1); }));
    graph.run();
  };
  EXPECT_EXIT(wait(), testing::ExitedWithCode(exit_deadlock), "deadlock(.*\n)*.*task 0 waits");
}

TEST(TaskGraph, StencilAgreesWithTheSerialAnswer) {
  constexpr int tasks = 12, cells = 7, steps = 40;
  const std::vector<double> expected = serial_heat(tasks * cells, steps);
  for (int workers : {1, 2, 4}) {
    for (const std::string& scheduler : scheduler_names()) {
      RuntimeOptions options = with_workers(workers);
      options.scheduler = scheduler;
      Runtime runtime(options);
      TaskGraph graph(runtime, line(tasks));
      graph.add_layout(predefined_layout("NearestNeighbor", {}));
      std::vector<double> result(tasks * cells);
      graph.create<HeatTask>(cells, steps, result.data());
      graph.run();
      EXPECT_EQ(result, expected);
      const Statistics statistics = runtime.statistics();
      EXPECT_EQ(statistics.local_messages, 2u * (tasks - 1) * steps);
      EXPECT_EQ(statistics.local_bytes, statistics.local_messages * sizeof(double));
      EXPECT_EQ(statistics.copies, statistics.local_messages);
      EXPECT_GT(statistics.mapping_bytes, 0u);
    }
  }
}

TEST(TaskGraph, RefusesAPlacementThatDoesNotFit) {
  Runtime runtime(with_workers(1));
  TaskGraph graph(runtime, 4);
  EXPECT_THROW(graph.place(Placement::ranges(5, 1)), std::invalid_argument);
  EXPECT_THROW(graph.place(Placement::ranges(4, 2)), std::invalid_argument);
}
