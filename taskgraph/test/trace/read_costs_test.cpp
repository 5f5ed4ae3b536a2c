// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "bamboo/taskgraph/costs.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "machine/ticks.h"
#include "test/support/ready_tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

struct File {
  ~File() { std::filesystem::remove(name); }
  const std::string name =
      testing::TempDir() + "bamboo_read_costs_" + std::to_string(getpid()) + ".json";
};

}  // namespace

TEST(ReadCosts, GivesTheMeanOfEachTask) {
  const File file;
  const ReadyTasks tasks(8);
  const std::uint64_t millisecond = ticks_in(1e-3);
  {
    Trace trace(1, 1 << 20, 0, 1, {});
    trace.join(0);
    std::uint64_t now = ticks();
    const auto run = [&](int task, int milliseconds) {
      trace.starts(tasks[task], now);
      trace.ran(tasks[task], now, now + milliseconds * millisecond);
      now += milliseconds * millisecond;
    };
    run(3, 2);
    run(7, 5);
    run(3, 6);
    trace.idled(now, now + 100 * millisecond);
    trace.leave();
    ASSERT_TRUE(trace.write(file.name));
  }
  const auto costs = read_costs(file.name);
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_NEAR(costs.at(3), 4e-3, 1e-4);
  EXPECT_NEAR(costs.at(7), 5e-3, 1e-4);
}

TEST(ReadCosts, RefusesWhatIsNoTrace) {
  const File file;
  EXPECT_THROW(read_costs(file.name), std::runtime_error);
  for (const char* text :
       {"", "{\"traceEvents\": []}", "[1, 2", "{\"otherData\": {\"bamboo\": 1}, "}) {
    std::ofstream(file.name) << text;
    EXPECT_THROW(read_costs(file.name), std::runtime_error) << text;
  }
}
