// SPDX-License-Identifier: Apache-2.0
#include "machine/inherited_settings.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <thread>

namespace bamboo {
namespace {

bool blocks(int signal) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return sigismember(&blocked, signal) == 1;
}

cpu_set_t cores() {
  cpu_set_t found;
  sched_getaffinity(0, sizeof found, &found);
  return found;
}

TEST(InheritedSettings, GoFromOneThreadToAnother) {
  const InheritedSettings settings = InheritedSettings::of_calling_thread();
  const cpu_set_t here = cores();
  std::thread([&] {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    // A worker that a rank's thread starts does not inherit the settings of that thread.
    std::thread([&] {
      EXPECT_TRUE(blocks(SIGUSR1));
      settings.apply();
      EXPECT_FALSE(blocks(SIGUSR1));
      const cpu_set_t there = cores();
      EXPECT_TRUE(CPU_EQUAL(&here, &there));
    }).join();
  }).join();
}

}  // namespace
}  // namespace bamboo
