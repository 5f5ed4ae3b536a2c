// SPDX-License-Identifier: Apache-2.0
// Random graphs against the same by a loop, in one process, for every scheduler.
#include "test/support/random_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/taskgraph/task_graph.h"
#include "test/support/random_calls.h"
#include "test/support/random_coroutine.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

/// Hints without sense, others for each seed.
TaskHints absurd_hints(std::minstd_rand& random) {
  constexpr double numbers[] = {std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity(), -1e300, 0, 7};
  constexpr int integers[] = {std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), -1,
                              0, 5};
  const auto number = [&] { return numbers[random() % 5]; };
  const auto integer = [&] { return integers[random() % 5]; };
  TaskHints hints{.priority = integer(), .cost = number(), .affinity = integer()};
  if (random() % 2 == 0) hints.path = RemainingPath{number(), number()};
  return hints;
}

class RandomGraphs : public testing::TestWithParam<std::tuple<std::string, int>> {};

}  // namespace

TEST_P(RandomGraphs, AgreeWithALoop) {
  RuntimeOptions options = with_workers(std::get<1>(GetParam()));
  options.scheduler = std::get<0>(GetParam());
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const RandomGraph shape(seed);
    std::vector<std::uint64_t> results(shape.tasks);
    Runtime runtime(options);
    TaskGraph graph(runtime, shape.tasks);
    graph.add_layout(std::make_unique<RandomEdges>(shape));
    graph.create<HashTask>(shape, results.data());
    graph.run();
    EXPECT_EQ(results, shape.serial()) << "seed " << seed;
  }
}

TEST_P(RandomGraphs, AgreeWithALoopWhateverTheHintsSay) {
  RuntimeOptions options = with_workers(std::get<1>(GetParam()));
  options.scheduler = std::get<0>(GetParam());
  for (unsigned seed = 1; seed <= 30; ++seed) {
    std::minstd_rand random(seed);
    const RandomGraph shape(seed);
    std::vector<std::uint64_t> results(shape.tasks);
    Runtime runtime(options);
    TaskGraph graph(runtime, shape.tasks);
    for (TaskId from = 0; from < shape.tasks; ++from) {
      for (const TaskId to : shape.targets[from])
        graph.add_edge(from, to,
                       {.bytes = random() % 9, .priority = static_cast<int>(random() % 99)});
    }
    graph.hint([&](TaskId) { return absurd_hints(random); });
    graph.create([&](TaskGraph& created, TaskId id) {
      auto task = std::make_unique<HashTask>(created, id, shape, results.data());
      if (id % 2 == 0) task->hints() = absurd_hints(random);
      return task;
    });
    graph.run();
    EXPECT_EQ(results, shape.serial()) << "seed " << seed;
  }
}

TEST_P(RandomGraphs, WithCollectiveCallsAgreeWithALoop) {
  RuntimeOptions options = with_workers(std::get<1>(GetParam()));
  options.scheduler = std::get<0>(GetParam());
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const RandomGraph shape(seed);
    std::vector<std::uint64_t> results(shape.tasks);
    Runtime runtime(options);
    TaskGraph graph(runtime, shape.tasks);
    graph.add_layout(std::make_unique<RandomEdges>(shape));
    graph.create<CallingTask>(shape, results.data());
    for (int run = 0; run < 2; ++run) {
      std::ranges::fill(results, 0);
      graph.run();
      EXPECT_EQ(results, RandomCalls{shape}.serial()) << "seed " << seed;
    }
  }
}

TEST_P(RandomGraphs, OfCoroutinesAgreeWithALoop) {
  RuntimeOptions options = with_workers(std::get<1>(GetParam()));
  options.scheduler = std::get<0>(GetParam());
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const RandomGraph shape(seed);
    std::vector<std::uint64_t> results(shape.tasks);
    Runtime runtime(options);
    TaskGraph graph(runtime, shape.tasks);
    graph.add_layout(std::make_unique<RandomEdges>(shape));
    graph.create<CallingCoroutine>(shape, results.data());
    for (int run = 0; run < 2; ++run) {
      std::ranges::fill(results, 0);
      graph.run();
      EXPECT_EQ(results, (RandomCalls{shape, true}.serial())) << "seed " << seed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, RandomGraphs,
                         testing::Combine(testing::Values("lifo", "fifo", "stealing", "locality",
                                                          "critical-path"),
                                          testing::Values(1, 2, 4)),
                         [](const auto& parameters) {
                           std::string name = std::get<0>(parameters.param) + "_" +
                                              std::to_string(std::get<1>(parameters.param)) +
                                              "workers";
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });
