// SPDX-License-Identifier: Apache-2.0
#include "engine/service_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "test/support/processor_seconds.h"
#include "test/support/self_job.h"

using namespace bamboo;
using namespace bamboo::test;
using namespace std::chrono_literals;

TEST(ServiceMode, IsDedicatedOnlyWhereACoreIsLeft) {
  const auto chosen = [](int workers, double cores) {
    return choose_service(ServiceMode::Auto, workers, cores, false);
  };
  EXPECT_EQ(chosen(1, 1), ServiceMode::Inline);
  EXPECT_EQ(chosen(1, 1.5), ServiceMode::Inline);
  EXPECT_EQ(chosen(1, 2), ServiceMode::Dedicated);
  EXPECT_EQ(chosen(2, 2), ServiceMode::Inline);
}

TEST(ServiceMode, GivesReliefWhereThereAreOtherHostsAndNoCoreIsLeft) {
  EXPECT_EQ(choose_service(ServiceMode::Auto, 1, 1, true), ServiceMode::Relief);
  EXPECT_EQ(choose_service(ServiceMode::Auto, 1, 2, true), ServiceMode::Dedicated);
}

TEST(ServiceMode, IsWhatTheUserSays) {
  EXPECT_EQ(choose_service(ServiceMode::Dedicated, 4, 1, false), ServiceMode::Dedicated);
  EXPECT_EQ(choose_service(ServiceMode::Inline, 1, 64, true), ServiceMode::Inline);
  EXPECT_EQ(choose_service(ServiceMode::Relief, 1, 64, false), ServiceMode::Relief);
}

TEST(ServiceThread, CostsLittleWhenNothingHappens) {
  Messenger messenger(std::make_unique<LoopbackTransport>(), 1 << 20);
  ProgressGate gate(&messenger);
  for (const auto& [mode, at_most] :
       {std::pair(ServiceMode::Dedicated, 0.2), std::pair(ServiceMode::Relief, 0.02)}) {
    const double before = processor_seconds();
    {
      const ServiceThread service(gate, mode, mode);
      std::this_thread::sleep_for(1s);
    }
    EXPECT_LT(processor_seconds() - before, at_most);
  }
  EXPECT_TRUE(gate.active());
  messenger.shutdown();
}

namespace {

/// A fake of the kernel's statistics: the process's threads wait for a core as long as they run, or
/// never.
struct Kernel {
  std::atomic<bool> crowded{false};
  std::atomic<int> looks{0};

  ServiceThread::Figures figures() {
    return [this, sum = support::CoreFigures()]() mutable {
      sum.ran += support::SpareCoreWatch::look_period;
      if (crowded) sum.waited += support::SpareCoreWatch::look_period * 100;
      ++looks;
      return std::optional(sum);
    };
  }
};

template <class Condition>
bool soon(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 5min;
  while (!condition() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
  return condition();
}

}  // namespace

TEST(ServiceThread, LeavesACoreThatOthersNeedAndComesBack) {
  for (const ServiceMode without_core : {ServiceMode::Relief, ServiceMode::Inline}) {
    Self self;
    Kernel kernel;
    {
      const ServiceThread service(self.gate, ServiceMode::Dedicated, without_core,
                                  kernel.figures());
      EXPECT_EQ(service.mode(), ServiceMode::Dedicated);
      kernel.crowded = true;
      EXPECT_TRUE(soon([&] { return service.mode() == without_core; }));
      self.send();
      if (without_core == ServiceMode::Relief) {
        EXPECT_TRUE(soon([&] { return self.delivered == 1; }));
      }
      kernel.crowded = false;
      EXPECT_TRUE(soon([&] { return service.mode() == ServiceMode::Dedicated; }));
      EXPECT_TRUE(soon([&] { return self.delivered == 1; }));
      EXPECT_TRUE(
          soon([&] { return service.without_core() >= support::SpareCoreWatch::first_absence; }));
    }
    self.messenger.shutdown();
  }
}

TEST(ServiceThread, StaysWhereTheUserWantsIt) {
  Self self;
  Kernel kernel;
  kernel.crowded = true;
  {
    const ServiceThread service(self.gate, ServiceMode::Dedicated, ServiceMode::Dedicated,
                                kernel.figures());
    self.send();
    EXPECT_TRUE(soon([&] { return self.delivered == 1; }));
    EXPECT_EQ(kernel.looks, 0);
    EXPECT_EQ(service.mode(), ServiceMode::Dedicated);
  }
  self.messenger.shutdown();
}

TEST(Relief, ComesWhenMessagesNeedPolls) {
  Self self;
  {
    ServiceThread service(self.gate, ServiceMode::Relief, ServiceMode::Relief);
    std::this_thread::sleep_for(20ms);  // off duty
    self.send();
    const auto soon = std::chrono::steady_clock::now() + 5s;
    while (self.delivered == 0 && std::chrono::steady_clock::now() < soon) {
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(self.delivered, 1);
  }
  self.messenger.shutdown();
}
