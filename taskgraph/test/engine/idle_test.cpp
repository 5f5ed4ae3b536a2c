// SPDX-License-Identifier: Apache-2.0
// Who waits leaves the core to others, and is woken in time.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "engine/progress_gate.h"
#include "messenger/messenger.h"
#include "test/support/memory_network.h"
#include "test/support/processor_seconds.h"
#include "test/support/tasks.h"
#include "transport/loopback_transport.h"

using namespace bamboo;
using namespace bamboo::test;
using namespace std::chrono_literals;

namespace {

/// The number of times that threads of this process went to sleep.
long sleeps() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_nvcsw;
}

}  // namespace

TEST(Idle, WorkersLeaveTheCore) {
  EngineJob engine(with_workers(4));
  engine.add(0, [](FunctionTask&) { std::this_thread::sleep_for(1s); });
  const double before = processor_seconds();
  engine.run();
  EXPECT_LT(processor_seconds() - before, 0.25);
}

TEST(Idle, ALongWaitPollsRarelyIfProcessesShareACore) {
  MemoryNetwork network(2, 4096, 1);
  Messenger messenger(network.transport(0), 1 << 20);
  ThreadPlan plan;
  plan.threads = Threads::Several;
  plan.oversubscribed = true;
  RuntimeOptions options = with_workers(2);
  options.deadlock_seconds = 0;
  EngineJob engine(options, &messenger, plan);
  engine.add(0, [](FunctionTask&) { std::this_thread::sleep_for(300ms); });
  const long before = sleeps();
  engine.run();
  EXPECT_LT(sleeps() - before, 600);  // 6000 if it looked every 50 µs
}

TEST(Idle, SleepingWorkersAreWokenForWork) {
  // Long pauses let the other worker fall asleep; the two must then run at the same time.
  EngineJob engine(with_workers(2));
  FunctionTask* partner = nullptr;
  std::atomic<int> round{0};
  constexpr int rounds = 20;
  engine.add(0, [&](FunctionTask&) {
    for (int r = 1; r <= rounds; ++r) {
      std::this_thread::sleep_for(5ms);
      partner->signal();
      while (round.load() < r) std::this_thread::yield();
    }
  });
  partner = &engine.add(1, [&](FunctionTask& me) {
    for (int r = 0; r < rounds; ++r) {
      me.wait(1);
      ++round;
    }
  });
  engine.run();
  EXPECT_EQ(round.load(), rounds);
}

TEST(Idle, PinnedTasksWakeTheirWorker) {
  EngineJob engine(with_workers(3));
  FunctionTask* partner = nullptr;
  std::atomic<bool> woken{false};
  engine
      .add(0,
           [&](FunctionTask&) {
             std::this_thread::sleep_for(20ms);
             partner->signal();
             while (!woken) std::this_thread::yield();
           })
      .pinned_worker = 0;
  partner = &engine.add(1, [&](FunctionTask& me) {
    me.wait(1);
    EXPECT_EQ(Engine::worker(), 2);
    woken = true;
  });
  partner->pinned_worker = 2;
  engine.run();
  EXPECT_TRUE(woken);
}

TEST(ProgressGate, KnowsWhenItWasLastPolled) {
  Messenger messenger(std::make_unique<LoopbackTransport>(), 1 << 20);
  ProgressGate gate(&messenger);
  EXPECT_TRUE(gate.unpolled_for(0));
  EXPECT_FALSE(gate.poll());
  constexpr std::uint64_t minute = 200'000'000'000;
  EXPECT_FALSE(gate.unpolled_for(minute));
  messenger.shutdown();

  ProgressGate nothing(nullptr);
  EXPECT_FALSE(nothing.active());
  EXPECT_FALSE(nothing.poll());
  nothing.poll_if_due();
}
