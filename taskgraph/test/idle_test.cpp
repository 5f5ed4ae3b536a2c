// SPDX-License-Identifier: Apache-2.0
// Who waits leaves the core to others, and is woken in time.
#include <gtest/gtest.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "bamboo/taskgraph/messenger.h"
#include "loopback_transport.h"
#include "parker.h"
#include "service_thread.h"
#include "tasks.h"

using namespace bamboo;
using namespace bamboo::test;
using namespace std::chrono_literals;

namespace {

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

TEST(Parker, SleepsUntilTimeIsUp) {
  Parker parker;
  const auto start = std::chrono::steady_clock::now();
  parker.prepare();
  parker.park(20ms);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 19ms);
}

TEST(Parker, IsWoken) {
  Parker parker;
  EXPECT_FALSE(parker.wake());
  std::atomic<bool> prepared{false};
  std::thread sleeper([&] {
    parker.prepare();
    prepared = true;
    parker.park(60s);
  });
  while (!prepared) std::this_thread::yield();
  EXPECT_TRUE(parker.wake());
  sleeper.join();
}

TEST(Parker, DoesNotLoseAWakeBeforeTheSleep) {
  Parker parker;
  parker.prepare();
  EXPECT_TRUE(parker.wake());
  parker.park(60s);  // returns at once
}

TEST(Idle, WorkersLeaveTheCore) {
  Engine engine(with_workers(4), nullptr);
  add(engine, 0, [](FunctionTask&) { std::this_thread::sleep_for(1s); });
  const double before = processor_seconds();
  engine.run();
  EXPECT_LT(processor_seconds() - before, 0.25);
}

TEST(Idle, SleepingWorkersAreWokenForWork) {
  // Long pauses let the other worker fall asleep; the two must then run at the same time.
  Engine engine(with_workers(2), nullptr);
  FunctionTask* partner = nullptr;
  std::atomic<int> round{0};
  constexpr int rounds = 20;
  add(engine, 0, [&](FunctionTask&) {
    for (int r = 1; r <= rounds; ++r) {
      std::this_thread::sleep_for(5ms);
      partner->signal();
      while (round.load() < r) std::this_thread::yield();
    }
  });
  partner = &add(engine, 1, [&](FunctionTask& me) {
    for (int r = 0; r < rounds; ++r) {
      me.wait(1);
      ++round;
    }
  });
  engine.run();
  EXPECT_EQ(round.load(), rounds);
}

TEST(Idle, PinnedTasksWakeTheirWorker) {
  Engine engine(with_workers(3), nullptr);
  FunctionTask* partner = nullptr;
  std::atomic<bool> woken{false};
  add(engine, 0, [&](FunctionTask&) {
    std::this_thread::sleep_for(20ms);
    partner->signal();
    while (!woken) std::this_thread::yield();
  }).pinned_worker = 0;
  partner = &add(engine, 1, [&](FunctionTask& me) {
    me.wait(1);
    EXPECT_EQ(Engine::worker(), 2);
    woken = true;
  });
  partner->pinned_worker = 2;
  engine.run();
  EXPECT_TRUE(woken);
}

TEST(Idle, ServiceThreadCostsLittleWhenNothingHappens) {
  Messenger messenger(std::make_unique<LoopbackTransport>(), 1 << 20);
  ProgressGate gate(&messenger);
  for (const auto& [mode, at_most] :
       {std::pair(ServiceMode::Dedicated, 0.2), std::pair(ServiceMode::Relief, 0.02)}) {
    const double before = processor_seconds();
    {
      const ServiceThread service(gate, mode);
      std::this_thread::sleep_for(1s);
    }
    EXPECT_LT(processor_seconds() - before, at_most);
  }
  EXPECT_TRUE(gate.active());
  messenger.shutdown();
}

TEST(ProgressGate, KnowsWhenItWasLastPolled) {
  Messenger messenger(std::make_unique<LoopbackTransport>(), 1 << 20);
  ProgressGate gate(&messenger);
  EXPECT_TRUE(gate.unattended(0));
  EXPECT_FALSE(gate.poll());
  constexpr std::uint64_t minute = 200'000'000'000;
  EXPECT_FALSE(gate.unattended(minute));
  messenger.shutdown();

  ProgressGate nothing(nullptr);
  EXPECT_FALSE(nothing.active());
  EXPECT_FALSE(nothing.poll());
  nothing.poll_if_due();
}
