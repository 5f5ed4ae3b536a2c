// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/scheduler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/taskgraph/internal/processor.h"
#include "test/scheduling/longest_first.h"
#include "test/support/ready_tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

using Ids = std::vector<TaskId>;

Ids drain(Scheduler& scheduler, int worker = 0) {
  Ids ids;
  while (Task* task = scheduler.pop(worker)) ids.push_back(task->id());
  return ids;
}

std::vector<std::string> all_names() {
  static const bool once = (register_longest_first(), true);
  static_cast<void>(once);
  return scheduler_names();
}

/// Properties of every scheduler.
class EveryScheduler : public testing::TestWithParam<std::string> {
 protected:
  static std::unique_ptr<Scheduler> make(int workers, Threads threads = Threads::Several) {
    return make_scheduler(GetParam(), workers, threads);
  }
};

INSTANTIATE_TEST_SUITE_P(Named, EveryScheduler, testing::ValuesIn(all_names()), [](const auto& at) {
  std::string name = at.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace

TEST_P(EveryScheduler, GivesEachTaskOnce) {
  for (const Threads threads : {Threads::One, Threads::Several}) {
    const auto scheduler = make(1, threads);
    EXPECT_TRUE(scheduler->empty(0));
    EXPECT_EQ(scheduler->pop(0), nullptr);
    const ReadyTasks tasks(50);
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 50; ++i) scheduler->push(tasks[i], i % 3 == 0 ? -1 : 0);
      EXPECT_FALSE(scheduler->empty(0));
      Ids ids = drain(*scheduler);
      std::ranges::sort(ids);
      EXPECT_EQ(ids, tasks.ids());
      EXPECT_TRUE(scheduler->empty(0));
    }
  }
}

TEST_P(EveryScheduler, StartsWithTheFirstTask) {
  const auto scheduler = make(1);
  const ReadyTasks tasks(5);
  scheduler->start(tasks.all());
  EXPECT_EQ(drain(*scheduler), (Ids{0, 1, 2, 3, 4}));
}

TEST_P(EveryScheduler, LetsAnyWorkerTakeWhatIsNotPinned) {
  const auto scheduler = make(3);
  const ReadyTasks tasks(9);
  scheduler->start(tasks.all());
  for (int w = 0; w < 3; ++w) EXPECT_FALSE(scheduler->empty(w));
  Ids ids = drain(*scheduler, 2);
  std::ranges::sort(ids);
  EXPECT_EQ(ids, tasks.ids());
  for (int from = -1; from < 3; ++from) {
    scheduler->push(tasks[0], from);
    EXPECT_FALSE(scheduler->empty(1));
    EXPECT_EQ(drain(*scheduler, 1), Ids{0});
  }
}

TEST_P(EveryScheduler, GivesPinnedTasksToTheirWorkerOnly) {
  const auto scheduler = make(3);
  ReadyTasks tasks(3);
  tasks[0].pinned_worker = 1;
  scheduler->push(tasks[0], 0);
  EXPECT_TRUE(scheduler->empty(0));
  EXPECT_FALSE(scheduler->empty(1));
  EXPECT_EQ(scheduler->pop(0), nullptr);
  scheduler->push(tasks[1], 2);
  EXPECT_EQ(drain(*scheduler, 2), Ids{1});
  EXPECT_EQ(drain(*scheduler, 1), Ids{0});
  scheduler->push_last(tasks[0]);
  EXPECT_EQ(drain(*scheduler, 2), Ids{});
  EXPECT_TRUE(scheduler->empty(2));
  EXPECT_FALSE(scheduler->empty(1));
  EXPECT_EQ(drain(*scheduler, 1), Ids{0});
  scheduler->start(tasks.all());
  EXPECT_EQ(drain(*scheduler, 0).size(), 2u);
  EXPECT_EQ(drain(*scheduler, 1), Ids{0});
}

TEST_P(EveryScheduler, PutsYieldedTasksBehindAllOthers) {
  const auto scheduler = make(2);
  ReadyTasks tasks(4);
  tasks[0].hints() = {.priority = 20, .cost = 1e9, .path = RemainingPath{1e9, 0}};
  tasks[2].hints() = {.priority = -20, .cost = 0, .path = RemainingPath{-1e9, 0}};
  tasks[3].pinned_worker = 0;
  scheduler->push_last(tasks[0]);
  scheduler->push_last(tasks[1]);
  scheduler->push_last(tasks[3]);
  scheduler->push(tasks[2], 1);
  Ids ids = drain(*scheduler);
  ASSERT_EQ(ids.size(), 4u);
  EXPECT_EQ(ids[0], 2);
  EXPECT_LT(std::ranges::find(ids, 0), std::ranges::find(ids, 1));
}

TEST_P(EveryScheduler, DoesNotStarveYieldedTasks) {
  const auto scheduler = make(2);
  ReadyTasks tasks(3);
  tasks[2].pinned_worker = 0;
  scheduler->push_last(tasks[0]);
  scheduler->push_last(tasks[2]);
  int pops = 0, found = 0;
  for (; found < 2; ++pops) {
    ASSERT_LT(pops, 1000);
    scheduler->push(tasks[1], 0);
    if (scheduler->pop(0) == &tasks[1]) continue;
    ++found;
    ASSERT_EQ(scheduler->pop(1), &tasks[1]);
  }
  EXPECT_GE(pops, 20);
}

TEST_P(EveryScheduler, LosesAndDoublesNothingBetweenThreads) {
  constexpr int threads = 4, count = 64, rounds = 4000;
  const auto scheduler = make(threads);
  ReadyTasks tasks(count);
  std::vector<std::atomic<int>> held(count), wrong_worker(count);
  for (int i = 0; i < count; ++i) {
    tasks[i].pinned_worker = i % 8 < 4 ? -1 : i % 4;
    tasks[i].hints() = {.priority = i % 5 - 2,
                        .cost = i % 7,
                        .affinity = i % 6 - 1,
                        .path = RemainingPath{1.0 * (i % 9), 0.5}};
  }
  scheduler->start(tasks.all());
  std::atomic<int> wrong{0};
  std::vector<std::thread> workers;
  for (int w = 0; w < threads; ++w) {
    workers.emplace_back([&, w] {
      for (int r = 0; r < rounds; ++r) {
        Task* task = scheduler->pop(w);
        if (task == nullptr) continue;
        wrong += held[task->id()].exchange(1);
        wrong += task->pinned_worker >= 0 && task->pinned_worker != w;
        held[task->id()] = 0;
        r % 7 == 0 ? scheduler->push_last(*task) : scheduler->push(*task, r % 3 == 0 ? -1 : w);
      }
    });
  }
  for (auto& worker : workers) worker.join();
  EXPECT_EQ(wrong.load(), 0);
  std::vector<int> seen(count);
  for (int w = 0; w < threads; ++w) {
    for (TaskId id : drain(*scheduler, w)) ++seen[id];
  }
  EXPECT_EQ(seen, std::vector<int>(count, 1));
}

// A worker announces that it goes to sleep and then calls empty(), while another thread pushes and
// then reads the announcements: at least one of the two must see the other. Without the fences some
// scheduler fails in most runs. On a busy machine a round can cost a time slice, so fewer rounds
// run.
TEST_P(EveryScheduler, NeverLosesAPushBeforeASleep) {
  constexpr int most_rounds = 50'000, stop = -1;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto scheduler = make(2);
  const ReadyTasks tasks(1);
  alignas(64) std::atomic<int> asleep{0};
  alignas(64) std::atomic<int> begun{0};
  alignas(64) std::atomic<int> ended{0};
  bool seen = false;
  const auto wait_for = [](const std::atomic<int>& counter, int value) {
    int now = counter.load(std::memory_order_acquire);
    for (int spins = 0; now != value && now != stop; ++spins) {
      if (spins > 2000) std::this_thread::yield();
      now = counter.load(std::memory_order_acquire);
    }
    return now == value;
  };
  std::thread pusher([&] {
    for (int r = 1; wait_for(begun, r); ++r) {
      scheduler->push(tasks[0], -1);
      seen = asleep.load(std::memory_order_relaxed) != 0;
      ended.store(r, std::memory_order_release);
    }
  });
  int lost = 0;
  for (int r = 1; r <= most_rounds && std::chrono::steady_clock::now() < end; ++r) {
    begun.store(r, std::memory_order_release);
    for (int delay = r % 16; delay > 0; --delay) processor::pause();
    asleep.store(1, std::memory_order_relaxed);
    const bool empty = scheduler->empty(0);
    wait_for(ended, r);
    lost += empty && !seen;
    asleep.store(0, std::memory_order_relaxed);
    lost += scheduler->pop(0) != &tasks[0];
  }
  begun.store(stop, std::memory_order_release);
  pusher.join();
  EXPECT_EQ(lost, 0);
}

TEST(Scheduler, TakesTheLatestOrTheEarliestAmongEquals) {
  const ReadyTasks tasks(3);
  const auto lifo = make_scheduler("lifo", 1), fifo = make_scheduler("fifo", 1);
  for (int i = 0; i < 3; ++i) lifo->push(tasks[i], 0);
  EXPECT_EQ(drain(*lifo), (Ids{2, 1, 0}));
  for (int i = 0; i < 3; ++i) fifo->push(tasks[i], 0);
  EXPECT_EQ(drain(*fifo), (Ids{0, 1, 2}));
}

TEST(Scheduler, TakesTheHighestPriorityFirst) {
  constexpr int priorities[] = {0, 5, -3, 5, 31, -32, 0};
  ReadyTasks tasks(7);
  for (int i = 0; i < 7; ++i) tasks[i].hints().priority = priorities[i];
  const auto expect = [&](const char* name, const Ids& order) {
    const auto scheduler = make_scheduler(name, 1);
    for (int i = 0; i < 7; ++i) scheduler->push(tasks[i], 0);
    EXPECT_EQ(drain(*scheduler), order) << name;
  };
  expect("fifo", {4, 1, 3, 0, 6, 2, 5});
  expect("critical-path", {4, 1, 3, 0, 6, 2, 5});
  expect("lifo", {4, 3, 1, 6, 0, 2, 5});
  expect("stealing", {4, 3, 1, 6, 0, 2, 5});
  expect("locality", {4, 3, 1, 6, 0, 2, 5});
}

TEST(Scheduler, CountsPrioritiesBeyondTheEndsAsTheEnds) {
  ReadyTasks tasks(3);
  tasks[0].hints().priority = std::numeric_limits<int>::min();
  tasks[2].hints().priority = 1000;
  const auto scheduler = make_scheduler("fifo", 1);
  for (int i = 0; i < 3; ++i) scheduler->push(tasks[i], 0);
  EXPECT_EQ(drain(*scheduler), (Ids{2, 1, 0}));
}

TEST(Scheduler, ComparesPinnedTasksWithTheOthers) {
  for (const char* name : {"lifo", "fifo", "stealing", "locality", "critical-path"}) {
    ReadyTasks tasks(3);
    tasks[0].pinned_worker = 1;
    tasks[2].hints().priority = 9;
    const auto scheduler = make_scheduler(name, 2);
    for (int i = 0; i < 3; ++i) scheduler->push(tasks[i], 1);
    EXPECT_EQ(drain(*scheduler, 1), (Ids{2, 0, 1})) << name;
  }
}

TEST(Stealing, TakesTheOldestTaskOfTheWorkerThatMadeItReady) {
  const auto scheduler = make_scheduler("stealing", 2);
  ReadyTasks tasks(4);
  for (int i = 0; i < 4; ++i) scheduler->push(tasks[i], 0);
  EXPECT_EQ(scheduler->pop(0), &tasks[3]);
  EXPECT_EQ(scheduler->pop(1), &tasks[0]);
  scheduler->push(tasks[0], 1);
  EXPECT_EQ(scheduler->pop(1), &tasks[0]) << "its own before another's";
  EXPECT_EQ(drain(*scheduler, 1), (Ids{1, 2}));
}

TEST(Locality, KeepsATaskWithItsWorker) {
  const auto scheduler = make_scheduler("locality", 2);
  ReadyTasks tasks(3);
  tasks[2].hints().affinity = 3;  // of two workers: 1
  scheduler->push(tasks[0], 0);
  EXPECT_EQ(scheduler->pop(1), &tasks[0]);
  for (int i = 0; i < 3; ++i) scheduler->push(tasks[i], 0);
  EXPECT_EQ(scheduler->pop(0), &tasks[1]);
  EXPECT_EQ(drain(*scheduler, 1), (Ids{2, 0}));
  scheduler->push(tasks[0], 0);
  EXPECT_EQ(drain(*scheduler, 0), Ids{0}) << "an idle worker takes it all the same";
}

TEST(CriticalPath, TakesTheLongestRemainingPath) {
  const auto scheduler = make_scheduler("critical-path", 1);
  ReadyTasks tasks(4);
  const double lengths[] = {2, 7, 5};
  for (int i = 0; i < 3; ++i) tasks[i].hints().path = RemainingPath{lengths[i], 3};
  scheduler->start(tasks.all());
  EXPECT_EQ(scheduler->pop(0), &tasks[1]);
  scheduler->push(tasks[1], 0);  // of its path, 4 are left
  EXPECT_EQ(drain(*scheduler), (Ids{2, 1, 0, 3}));
  scheduler->start(tasks.all());
  EXPECT_EQ(drain(*scheduler), (Ids{1, 2, 0, 3})) << "a new run has the whole path before it";
}

TEST(LongestFirst, TakesTheLargestCost) {
  all_names();
  const auto scheduler = make_scheduler("longest-first", 1);
  ReadyTasks tasks(4);
  tasks[1].hints().cost = 8;
  tasks[2].hints().cost = 0.5;
  tasks[3].hints().cost = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 4; ++i) scheduler->push(tasks[i], 0);
  EXPECT_EQ(drain(*scheduler), (Ids{1, 0, 3, 2}));
}

TEST(Registry, RefusesATakenNameAndNamesTheNearest) {
  EXPECT_THROW(register_scheduler("lifo", nullptr), std::invalid_argument);
  EXPECT_EQ(why_no_scheduler("locality"), std::nullopt);
  EXPECT_THROW(make_scheduler("fifa", 1), std::invalid_argument);
  const std::string refusal = why_no_scheduler("fifa").value();
  EXPECT_NE(refusal.find("no scheduler 'fifa'; did you mean fifo? There are "), std::string::npos);
  EXPECT_NE(refusal.find("critical-path"), std::string::npos);
  EXPECT_EQ(why_no_scheduler("zzzzzzzz")->find("did you mean"), std::string::npos);
}
