// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/scheduler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

using namespace bamboo;

namespace {

class Node final : public Task {
 public:
  using Task::Task;
  void inject(Message*) override {}
  void execute() override {}
  bool finished() const override { return false; }
};

std::unique_ptr<Node> node(TaskId id, int priority = 0, int pinned = -1) {
  auto result = std::make_unique<Node>(id);
  result->priority = priority;
  result->pinned_worker = pinned;
  return result;
}

std::vector<TaskId> drain(Scheduler& scheduler, int worker = 0) {
  std::vector<TaskId> ids;
  while (Task* task = scheduler.pop(worker)) ids.push_back(task->id());
  return ids;
}

using Ids = std::vector<TaskId>;

}  // namespace

TEST(Scheduler, TakesTheLatestOrTheEarliestAmongEquals) {
  const auto a = node(0), b = node(1), c = node(2);
  const auto lifo = Scheduler::by_priority(1, QueueOrder::Lifo);
  const auto fifo = Scheduler::by_priority(1, QueueOrder::Fifo);
  for (const auto& task : {&a, &b, &c}) lifo->push(**task);
  EXPECT_EQ(drain(*lifo), (Ids{2, 1, 0}));
  for (const auto& task : {&a, &b, &c}) fifo->push(**task);
  EXPECT_EQ(drain(*fifo), (Ids{0, 1, 2}));
  EXPECT_TRUE(fifo->empty(0));
  EXPECT_EQ(fifo->pop(0), nullptr);
}

TEST(Scheduler, TakesTheHighestPriorityFirst) {
  const auto scheduler = Scheduler::by_priority(1, QueueOrder::Fifo);
  std::vector<std::unique_ptr<Node>> nodes;
  const int priorities[] = {0, 5, -3, 5, 31, -32, 0};
  for (int i = 0; i < 7; ++i) {
    nodes.push_back(node(i, priorities[i]));
    scheduler->push(*nodes.back());
  }
  EXPECT_EQ(drain(*scheduler), (Ids{4, 1, 3, 0, 6, 2, 5}));
}

TEST(Scheduler, CountsPrioritiesBeyondTheEndsAsTheEnds) {
  const auto scheduler = Scheduler::by_priority(1, QueueOrder::Fifo);
  const auto low = node(0, std::numeric_limits<int>::min()), middle = node(1), high = node(2, 1000);
  for (const auto& task : {&low, &middle, &high}) scheduler->push(**task);
  EXPECT_EQ(drain(*scheduler), (Ids{2, 1, 0}));
}

TEST(Scheduler, PutsYieldedTasksBehindAllOthers) {
  const auto scheduler = Scheduler::by_priority(1, QueueOrder::Lifo);
  const auto polling = node(0, 20), also_polling = node(1, 30), idle = node(2, -20);
  scheduler->push_last(*polling);
  scheduler->push_last(*also_polling);
  scheduler->push(*idle);
  EXPECT_EQ(drain(*scheduler), (Ids{2, 0, 1}));
}

TEST(Scheduler, DoesNotStarveYieldedTasks) {
  const auto scheduler = Scheduler::by_priority(1, QueueOrder::Lifo);
  const auto polling = node(0), busy = node(1);
  scheduler->push_last(*polling);
  int pops = 0;
  for (;; ++pops) {
    ASSERT_LT(pops, 1000);
    scheduler->push(*busy);
    if (scheduler->pop(0) == polling.get()) break;
  }
  EXPECT_GE(pops, 10);
}

TEST(Scheduler, GivesPinnedTasksToTheirWorkerOnly) {
  const auto scheduler = Scheduler::by_priority(3, QueueOrder::Fifo);
  const auto pinned = node(0, 0, 1), free = node(1), urgent = node(2, 9);
  scheduler->push(*pinned);
  EXPECT_TRUE(scheduler->empty(0));
  EXPECT_FALSE(scheduler->empty(1));
  EXPECT_EQ(scheduler->pop(0), nullptr);
  scheduler->push(*free);
  scheduler->push(*urgent);
  EXPECT_EQ(drain(*scheduler, 1), (Ids{2, 0, 1}));
  scheduler->push_last(*pinned);
  EXPECT_EQ(drain(*scheduler, 2), Ids{});
  EXPECT_EQ(drain(*scheduler, 1), Ids{0});
}

TEST(Scheduler, LosesAndDoublesNothingBetweenThreads) {
  constexpr int threads = 4, tasks = 64, rounds = 5000;
  for (const QueueOrder order : {QueueOrder::Lifo, QueueOrder::Fifo}) {
    const auto scheduler = Scheduler::by_priority(threads, order);
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<std::atomic<int>> held(tasks), runs(tasks);
    for (int i = 0; i < tasks; ++i) {
      nodes.push_back(node(i, i % 5 - 2, i % 8 < 4 ? -1 : i % 4));
      scheduler->push(*nodes.back());
    }
    std::atomic<int> wrong{0};
    std::vector<std::thread> workers;
    for (int w = 0; w < threads; ++w) {
      workers.emplace_back([&, w] {
        for (int r = 0; r < rounds; ++r) {
          Task* task = scheduler->pop(w);
          if (task == nullptr) continue;
          wrong += held[task->id()].exchange(1);
          ++runs[task->id()];
          held[task->id()] = 0;
          r % 7 == 0 ? scheduler->push_last(*task) : scheduler->push(*task);
        }
      });
    }
    for (auto& worker : workers) worker.join();
    EXPECT_EQ(wrong.load(), 0);
    std::vector<int> seen(tasks);
    for (int w = 0; w < threads; ++w) {
      for (TaskId id : drain(*scheduler, w)) ++seen[id];
    }
    EXPECT_EQ(seen, std::vector<int>(tasks, 1));
  }
}
