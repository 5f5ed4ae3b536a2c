// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/options.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/exit_codes.h"

using namespace bamboo;

namespace {

/// Sets variables for one test.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<std::string, std::string>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name.c_str(), value.c_str(), 1);
      names_.push_back(name);
    }
  }
  Environment(const Environment&) = delete;
  ~Environment() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }

 private:
  std::vector<std::string> names_;
};

std::string warnings() {
  testing::internal::CaptureStderr();
  RuntimeOptions::from_environment();
  return testing::internal::GetCapturedStderr();
}

}  // namespace

TEST(Options, HasDefaults) {
  const RuntimeOptions options = RuntimeOptions::from_environment();
  EXPECT_EQ(options.workers, 1);
  EXPECT_EQ(options.service, ServiceMode::Auto);
  EXPECT_EQ(options.scheduler, "lifo");
  EXPECT_GE(options.stack_bytes, 8u << 20);
  EXPECT_FALSE(options.statistics);
  EXPECT_EQ(options.trace_file, "");
  EXPECT_EQ(options.trace_bytes, 8u << 20);
  EXPECT_EQ(options.deadlock_seconds, 2.0);
  EXPECT_EQ(options.eager_budget, 64u << 20);
  EXPECT_EQ(options.piece_bytes, 0u);
}

TEST(Options, StacksAreAsLargeAsThoseOfPlainPrograms) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
  if (before.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "the limit cannot be raised";
  const auto stack_under = [&](rlim_t limit) {
    const rlimit changed{limit, before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_STACK, &changed), 0);
    return RuntimeOptions::from_environment().stack_bytes;
  };
  EXPECT_EQ(stack_under(1u << 20), 8u << 20);
  EXPECT_EQ(stack_under(100u << 20), 100u << 20);
  EXPECT_EQ(stack_under(RLIM_INFINITY), std::size_t{4} << 30);
  const Environment environment{{"BAMBOO_STACK_SIZE", "1M"}};
  EXPECT_EQ(RuntimeOptions::from_environment().stack_bytes, 1u << 20);
  setrlimit(RLIMIT_STACK, &before);
}

TEST(Options, ReadsTheEnvironment) {
  const Environment environment({{"BAMBOO_WORKERS", "3"},
                                 {"BAMBOO_BIND", "1"},
                                 {"BAMBOO_SERVICE", "dedicated"},
                                 {"BAMBOO_ORDER", "fifo"},
                                 {"BAMBOO_STACK_SIZE", "256K"},
                                 {"BAMBOO_STATS", "1"},
                                 {"BAMBOO_TRACE", "out.json"},
                                 {"BAMBOO_DEADLOCK_SECONDS", "0.5"},
                                 {"BAMBOO_EAGER_BUDGET", "1g"},
                                 {"BAMBOO_PIECE_BYTES", "64K"},
                                 {"BAMBOO_DIRECT_BYTES", "off"}});
  const RuntimeOptions options = RuntimeOptions::from_environment();
  EXPECT_EQ(options.workers, 3);
  EXPECT_TRUE(options.bind_workers);
  EXPECT_EQ(options.service, ServiceMode::Dedicated);
  EXPECT_EQ(options.scheduler, "fifo");
  EXPECT_EQ(options.stack_bytes, 256u << 10);
  EXPECT_TRUE(options.statistics);
  EXPECT_EQ(options.trace_file, "out.json");
  EXPECT_EQ(options.deadlock_seconds, 0.5);
  EXPECT_EQ(options.eager_budget, 1u << 30);
  EXPECT_EQ(options.piece_bytes, 64u << 10);
}

TEST(Options, SchedulerWinsOverOrder) {
  const Environment environment({{"BAMBOO_SCHEDULER", "critical-path"}, {"BAMBOO_ORDER", "fifo"}});
  EXPECT_EQ(RuntimeOptions::from_environment().scheduler, "critical-path");
}

TEST(OptionsDeathTest, NamesTheNearestScheduler) {
  const Environment environment{{"BAMBOO_SCHEDULER", "stealin"}};
  EXPECT_EXIT(RuntimeOptions::from_environment(), testing::ExitedWithCode(exit_usage),
              "no scheduler 'stealin'; did you mean stealing. There are .*lifo");
}

TEST(Options, EmptyValueMeansDefault) {
  const Environment environment{{"BAMBOO_WORKERS", ""}};
  EXPECT_EQ(RuntimeOptions::from_environment().workers, 1);
}

TEST(OptionsDeathTest, RefusesMalformedValues) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"BAMBOO_WORKERS", "0"},
      {"BAMBOO_WORKERS", "two"},
      {"BAMBOO_WORKERS", "2x"},
      {"BAMBOO_BIND", "cores"},
      {"BAMBOO_SERVICE", "none"},
      {"BAMBOO_ORDER", "FIFO"},
      {"BAMBOO_SCHEDULER", "stealin"},
      {"BAMBOO_STACK_SIZE", "8Q"},
      {"BAMBOO_STACK_SIZE", "1K"},
      {"BAMBOO_STACK_SIZE", "-1"},
      {"BAMBOO_STATS", "yes"},
      {"BAMBOO_DEADLOCK_SECONDS", "-1"},
      {"BAMBOO_DEADLOCK_SECONDS", "inf"},
      {"BAMBOO_EAGER_BUDGET", "99999999999999999999"},
      {"BAMBOO_PIECE_BYTES", "63"},
      {"BAMBOO_PIECE_BYTES", "64KQ"},
      {"BAMBOO_PIECE_BYTES", "17M"},
      {"BAMBOO_DIRECT_BYTES", "0"},
      {"BAMBOO_DIRECT_BYTES", "never"}};
  for (const auto& [name, value] : cases) {
    const Environment environment{{name, value}};
    EXPECT_EXIT(RuntimeOptions::from_environment(), testing::ExitedWithCode(exit_usage),
                "error: " + name + "='" + value + "': expected ")
        << name << ' ' << value;
  }
}

TEST(Options, WarnsAboutUnknownNames) {
  const Environment environment{{"BAMBOO_WORKER", "2"}};
  EXPECT_EQ(warnings(),
            "bamboo: warning: unknown option BAMBOO_WORKER in the environment; did you mean "
            "BAMBOO_WORKERS?\n");
}

TEST(Options, OnlyTheFirstProcessWarns) {
  const Environment environment({{"BAMBOO_WORKER", "2"}, {"PMI_RANK", "1"}});
  EXPECT_EQ(warnings(), "");
}
