// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tasks.h"

using namespace bamboo;
using namespace bamboo::test;

TEST(TraceRing, KeepsTheLatestEvents) {
  TraceRing ring;
  EXPECT_FALSE(ring.enabled());
  ring.enable(4);
  for (int i = 0; i < 6; ++i) ring.record(i, 10 * i, 10 * i + 5, "run");
  const auto events = ring.in_order();
  ASSERT_EQ(events.size(), 4u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(events[i].task, i + 2);
  EXPECT_EQ(ring.lost(), 2u);
}

TEST(Trace, NamesOneFileForEachProcess) {
  EXPECT_EQ(trace_file_of("t.json", 0, 1), "t.json");
  EXPECT_EQ(trace_file_of("t.json", 3, 4), "t.3.json");
  EXPECT_EQ(trace_file_of("dir.d/trace", 3, 4), "dir.d/trace.3");
  EXPECT_EQ(trace_file_of("/tmp/.hidden", 1, 2), "/tmp/.hidden.1");
}

TEST(Trace, OfARunIsReadableAndComplete) {
  const std::string file = testing::TempDir() + "bamboo_trace_test.json";
  EngineOptions options = with_workers(2);
  options.trace_file = file;
  {
    Engine engine(options, nullptr);
    for (int i = 0; i < 5; ++i) {
      add(engine, i, [](FunctionTask& me) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        me.yield();
      });
    }
    engine.run();
  }
  const nlohmann::json trace = nlohmann::json::parse(std::ifstream(file));
  std::filesystem::remove(file);
  std::map<int, int> slices;
  double computing = 0;
  for (const auto& event : trace["traceEvents"]) {
    if (event["ph"] != "X" || event["cat"] != "run") continue;
    ++slices[event["args"]["task"].get<int>()];
    EXPECT_EQ(event["name"], "task " + std::to_string(event["args"]["task"].get<int>()));
    EXPECT_GE(event["tid"].get<int>(), 0);
    EXPECT_LT(event["tid"].get<int>(), 2);
    computing += event["dur"].get<double>();
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(slices[i], 2) << i;
  EXPECT_GE(computing, 5 * 2000 * 0.99);
}

TEST(Trace, SaysWhenItCannotBeWritten) {
  EngineOptions options = with_workers(1);
  options.trace_file = "/nonexistent/trace.json";
  testing::internal::CaptureStderr();
  {
    Engine engine(options, nullptr);
    add(engine, 0, [](FunctionTask&) {});
    engine.run();
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "cannot write the trace to '/nonexistent/trace.json': No such file"),
            std::string::npos);
}
