// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/processor.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>

using namespace bamboo;

TEST(Processor, TimeStampsGrow) {
  const std::uint64_t start = processor::time_stamp();
  while (processor::time_stamp() == start) processor::pause();
  EXPECT_GT(processor::time_stamp(), start);
}

namespace {

void* interrupted = nullptr;

void remember(int, siginfo_t*, void* context) {
  interrupted = processor::program_counter(*static_cast<ucontext_t*>(context));
}

}  // namespace

TEST(Processor, ASignalHandlerSeesWhereTheThreadWas) {
  struct sigaction action{}, before{};
  action.sa_sigaction = remember;
  action.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  raise(SIGUSR1);
  sigaction(SIGUSR1, &before, nullptr);
  Dl_info place{};
  EXPECT_NE(dladdr(interrupted, &place), 0) << interrupted << " is no code";
}
