// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/stackful_task.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "contexts/stack.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

struct CountsItself {
  explicit CountsItself(int& living) : count(living) { ++count; }
  ~CountsItself() { --count; }
  int& count;
};

[[gnu::noinline]] int recurse(int depth, const std::function<void()>& at_the_bottom) {
  volatile char frame[512];
  frame[0] = static_cast<char>(depth);
  if (depth == 0) {
    at_the_bottom();
    return frame[0];
  }
  return recurse(depth - 1, at_the_bottom) + frame[0];
}

}  // namespace

TEST(StackfulTask, KeepsItsLocalVariablesAcrossSuspensions) {
  EngineJob engine(with_workers(4));
  std::atomic<int> wrong{0};
  for (int i = 0; i < 16; ++i) {
    engine.add(i, [&](FunctionTask& me) {
      const int mine = me.id();
      std::vector<int> values(50, mine);
      for (int k = 0; k < 100; ++k) {
        me.yield();
        for (int value : values) wrong += value != mine;
      }
    });
  }
  engine.run();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(StackfulTask, SuspendsFromWithinDeepCalls) {
  EngineJob engine(with_workers(1));
  bool reached = false;
  FunctionTask& task = engine.add(0, [&](FunctionTask& me) {
    recurse(100, [&] {
      me.wait(1);
      reached = true;
    });
  });
  engine.add(1, [&](FunctionTask&) { task.signal(); });
  engine.run();
  EXPECT_TRUE(reached);
}

TEST(StackfulTask, FinishEndsItFromAnyDepthWithoutUnwinding) {
  EngineJob engine(with_workers(2));
  int alive = 0;
  bool returned = false;
  engine.add(0, [&](FunctionTask& me) {
    const CountsItself counted(alive);
    me.yield();
    recurse(50, [&] { me.finish(); });
    returned = true;
  });
  engine.run();
  EXPECT_EQ(alive, 1);
  EXPECT_FALSE(returned);
}

TEST(StackfulTask, StacksAreReusedAfterAnEndWithoutUnwinding) {
  for (int round = 0; round < 3; ++round) {
    EngineJob engine(with_workers(1));
    for (int i = 0; i < 20; ++i) {
      engine.add(i, [](FunctionTask& me) {
        recurse(20, [&] {
          char buffer[64];
          std::memset(buffer, 1, sizeof buffer);
          if (me.id() % 2 == 0) me.finish();
        });
      });
    }
    engine.run();
  }
}

TEST(StackfulTask, HasItsOwnErrno) {
  EngineJob engine(with_workers(1));
  errno = 11;
  for (int i = 0; i < 4; ++i) {
    engine.add(i, [](FunctionTask& me) {
      EXPECT_EQ(errno, 0);
      errno = 100 + me.id();
      me.yield();
      EXPECT_EQ(errno, 100 + me.id());
    });
  }
  engine.run();
  EXPECT_EQ(errno, 11);
}

TEST(StackfulTask, HasItsOwnFloatingPointEnvironment) {
  EngineJob engine(with_workers(1));
  const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  for (int i = 0; i < 4; ++i) {
    engine.add(i, [&modes](FunctionTask& me) {
      EXPECT_EQ(std::fegetround(), FE_TONEAREST);
      std::fesetround(modes[me.id()]);
      me.yield();
      EXPECT_EQ(std::fegetround(), modes[me.id()]);
    });
  }
  engine.run();
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(StackfulTask, HasItsOwnCaughtExceptions) {
  // Each suspends inside a handler, so the handlers end in another order than they began.
  EngineJob engine(with_workers(1));
  for (int i = 0; i < 4; ++i) {
    engine.add(i, [](FunctionTask& me) {
      const std::string mine = "exception of " + std::to_string(me.id());
      try {
        throw std::runtime_error(mine);
      } catch (const std::exception&) {
        for (int k = 0; k < 4 - me.id(); ++k) me.yield();
        try {
          throw;
        } catch (const std::exception& again) {
          EXPECT_EQ(again.what(), mine);
        }
      }
      EXPECT_EQ(std::current_exception(), nullptr);
    });
  }
  engine.run();
}

TEST(StackfulTask, ThrowsAcrossItsOwnFrames) {
  EngineJob engine(with_workers(2));
  int alive = 0;
  bool caught = false;
  engine.add(0, [&](FunctionTask& me) {
    try {
      const CountsItself counted(alive);
      recurse(30, [&] {
        me.yield();
        throw std::runtime_error("up");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
  });
  engine.run();
  EXPECT_TRUE(caught);
  EXPECT_EQ(alive, 0);
}

TEST(StackfulTask, KnowsItsGuardPages) {
  EngineJob engine(with_workers(1));
  bool checked = false;
  engine.add(
      0,
      [&](FunctionTask& me) {
        const char local = 0;
        EXPECT_FALSE(me.in_guard(&local));
        EXPECT_EQ(me.stack_bytes(), 128u << 10);
        checked = true;
      },
      128u << 10);
  engine.run();
  EXPECT_TRUE(checked);

  const Stack stack(64u << 10);
  EXPECT_TRUE(stack.in_guard(stack.bottom() - 1));
  EXPECT_TRUE(stack.in_guard(stack.bottom() - stack.guard_bytes()));
  EXPECT_FALSE(stack.in_guard(stack.bottom() - stack.guard_bytes() - 1));
  EXPECT_FALSE(stack.in_guard(stack.bottom()));
}

namespace {

FunctionTask* overflowing = nullptr;

void on_fault(int, siginfo_t* info, void*) {
  _exit(overflowing->in_guard(info->si_addr) ? 42 : 43);
}

/// Touches only the far end of its frame.
[[gnu::noinline]] int take_frame() {
  volatile char frame[12u << 20];
  frame[0] = 1;
  return frame[0];
}

void overflow_a_stack(void (*overflow)()) {
  static char alternative[64 << 10];
  stack_t stack{};
  stack.ss_sp = alternative;
  stack.ss_size = sizeof alternative;
  sigaltstack(&stack, nullptr);
  struct sigaction action{};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  EngineJob engine(with_workers(1));
  overflowing = &engine.add(0, [overflow](FunctionTask&) { overflow(); });
  engine.run();
}

}  // namespace

TEST(StackfulTaskDeathTest, OverflowFaultsInTheGuard) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(overflow_a_stack([] { recurse(1 << 20, [] {}); }), testing::ExitedWithCode(42), "");
  EXPECT_EXIT(overflow_a_stack([] { take_frame(); }), testing::ExitedWithCode(42), "");
}
