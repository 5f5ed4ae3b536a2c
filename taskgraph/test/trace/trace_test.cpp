// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/trace.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>

#include "test/support/tasks.h"
#include "trace/trace_ring.h"

using namespace bamboo;
using namespace bamboo::test;
using namespace std::chrono_literals;

namespace {

using Json = nlohmann::json;

/// Runs tasks with a trace and reads it.
template <class AddTasks>
Json traced(RuntimeOptions options, AddTasks add_tasks) {
  const std::string file =
      testing::TempDir() + "bamboo_trace_test_" + std::to_string(getpid()) + ".json";
  options.trace_file = file;
  {
    EngineJob engine(options);
    add_tasks(engine);
    engine.run();
  }
  Json trace = Json::parse(std::ifstream(file));
  std::filesystem::remove(file);
  return trace;
}

std::vector<Json> events(const Json& trace, const std::string& category) {
  std::vector<Json> result;
  for (const Json& event : trace["traceEvents"]) {
    if (event.value("cat", "") == category) result.push_back(event);
  }
  return result;
}

double end_of(const Json& slice) {
  return slice["ts"].get<double>() + slice["dur"].get<double>();
}

}  // namespace

TEST(TraceRing, KeepsTheLatestEvents) {
  TraceRing ring;
  ring.enable(5 * sizeof(TraceEvent));  // a power of two of events
  EXPECT_EQ(ring.latest(), nullptr);
  for (int i = 0; i < 6; ++i) ring.add({.task = i});
  std::vector<TaskId> tasks;
  ring.for_each([&](const TraceEvent& event) { tasks.push_back(event.task); });
  EXPECT_EQ(tasks, (std::vector<TaskId>{2, 3, 4, 5}));
  EXPECT_EQ(ring.lost(), 2u);
  EXPECT_EQ(ring.latest(1)->task, 4);
}

TEST(Trace, NamesOneFileForEachProcess) {
  EXPECT_EQ(trace_file_of("t.json", 0, 1), "t.json");
  EXPECT_EQ(trace_file_of("t.json", 3, 4), "t.3.json");
  EXPECT_EQ(trace_file_of("dir.d/trace", 3, 4), "dir.d/trace.3");
  EXPECT_EQ(trace_file_of("/tmp/.hidden", 1, 2), "/tmp/.hidden.1");
}

TEST(Trace, IsThereOnlyWhenAskedFor) {
  EngineJob engine(with_workers(1));
  EXPECT_EQ(Trace::current(), nullptr);
}

TEST(Trace, OfARunIsReadableAndComplete) {
  const Json trace = traced(with_workers(2), [](EngineJob& engine) {
    for (int i = 0; i < 5; ++i) {
      engine.add(i, [](FunctionTask& me) {
        std::this_thread::sleep_for(2ms);
        me.yield();
        std::this_thread::sleep_for(1ms);
      });
    }
  });
  EXPECT_EQ(trace["otherData"]["processes"], 1);
  EXPECT_EQ(trace["otherData"]["workers"], 2);
  EXPECT_EQ(trace["otherData"]["lost"], Json({0, 0, 0}));
  EXPECT_GT(trace["otherData"]["processor_us"], 0);
  std::map<int, int> slices;
  double computing = 0;
  for (const Json& event : events(trace, "run")) {
    ++slices[event["args"]["task"].get<int>()];
    EXPECT_GE(event["tid"].get<int>(), 0);
    EXPECT_LT(event["tid"].get<int>(), 2);
    EXPECT_LE(event["args"]["runtime"].get<double>(), event["dur"].get<double>());
    computing += event["dur"].get<double>();
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(slices[i], 2) << i;
  EXPECT_GE(computing, 5 * 3000 * 0.99);
}

TEST(Trace, DistinguishesWaitingFromBeingReady) {
  const Json trace = traced(with_workers(1), [](EngineJob& engine) {
    FunctionTask& waits = engine.add(0, [](FunctionTask& me) { me.wait(1); });
    engine.add(1, [&waits](FunctionTask&) {
      std::this_thread::sleep_for(4ms);
      waits.signal();
      std::this_thread::sleep_for(3ms);
    });
  });
  const auto waits = events(trace, "wait");
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0]["args"]["task"], 0);
  EXPECT_GE(waits[0]["dur"], 3990);
  double ready = 0;
  for (const Json& event : events(trace, "ready")) {
    if (event["tid"] == waits[0]["tid"] && event["ts"] >= end_of(waits[0]) - 1) {
      ready += event["dur"].get<double>();
    }
  }
  EXPECT_GE(ready, 2990);
}

TEST(Trace, OfATaskHasNoGaps) {
  const Json trace = traced(with_workers(2), [](EngineJob& engine) {
    for (int i = 0; i < 3; ++i) {
      engine.add(i, [](FunctionTask& me) {
        for (int n = 0; n < 5; ++n) {
          std::this_thread::sleep_for(100us);
          me.yield();
        }
      });
    }
  });
  std::map<int, std::vector<std::pair<double, double>>> rows;
  for (const char* category : {"task", "wait", "ready"}) {
    for (const Json& event : events(trace, category)) {
      rows[event["tid"].get<int>()].emplace_back(event["ts"].get<double>(), end_of(event));
    }
  }
  EXPECT_EQ(rows.size(), 3u);
  for (auto& [row, slices] : rows) {
    std::sort(slices.begin(), slices.end());
    for (std::size_t i = 1; i < slices.size(); ++i) {
      EXPECT_NEAR(slices[i].first, slices[i - 1].second, 0.01) << row << " " << i;
    }
  }
}

TEST(Trace, OfTasksThatOnlyPollIsShort) {
  const Json trace = traced(with_workers(1), [](EngineJob& engine) {
    engine.add(0, [](FunctionTask& me) {
      for (int i = 0; i < 10000; ++i) me.yield();
    });
  });
  // A poll that the system interrupted for longer counts as running.
  EXPECT_LT(events(trace, "poll").size() + events(trace, "run").size(), 5000u);
  EXPECT_GT(events(trace, "poll").size(), 0u);
}

TEST(Trace, CountsTimeInTheRuntime) {
  using Clock = std::chrono::steady_clock;
  Clock::duration expected{};
  const Json trace = traced(with_workers(1), [&](EngineJob& engine) {
    engine.add(0, [&](FunctionTask& me) {
      std::this_thread::sleep_for(300ms);
      const InRuntime outer(me);
      Clock::time_point start = Clock::now();
      std::this_thread::sleep_for(1ms);
      {
        const InRuntime inner(me);
        std::this_thread::sleep_for(200ms);
      }
      expected += Clock::now() - start;
      me.yield();  // what other tasks do meanwhile is not its time in the runtime
      start = Clock::now();
      std::this_thread::sleep_for(1ms);
      expected += Clock::now() - start;
    });
    engine.add(1, [](FunctionTask&) { std::this_thread::sleep_for(300ms); });
  });
  double runtime = 0;
  for (const Json& event : events(trace, "run")) runtime += event["args"]["runtime"].get<double>();
  // The system may interrupt it between two looks at the clock, but hardly for as long as anything
  // here sleeps that would be counted wrongly.
  const double microseconds = std::chrono::duration<double, std::micro>(expected).count();
  EXPECT_NEAR(runtime, microseconds, 150e3);
}

TEST(Trace, KeepsTheLastPartInBoundedMemory) {
  RuntimeOptions options = with_workers(1);
  options.trace_bytes = 64 * sizeof(TraceEvent);
  const Json trace = traced(options, [](EngineJob& engine) {
    for (int i = 0; i < 2; ++i) {
      engine.add(i, [](FunctionTask& me) {
        for (int n = 0; n < 200; ++n) me.yield();
      });
    }
  });
  EXPECT_GT(trace["otherData"]["lost"][0], 500);
  EXPECT_LE(events(trace, "run").size() + events(trace, "poll").size(), 64u);
}

TEST(Trace, NamesPlacesAndNotes) {
  const Json trace = traced(with_workers(1), [](EngineJob& engine) {
    Trace::current()->note("geometry", "4\"x2");
    Trace::current()->describe = [](void*) { return std::string("file.c:12"); };
    class Waiting final : public FunctionTask {
     public:
      using FunctionTask::FunctionTask;
      CallSite waits_in() const override { return {"MPI_Recv", const_cast<Waiting*>(this)}; }
    };
    auto task = std::make_unique<Waiting>(engine, 0, [](FunctionTask& me) { me.wait(1); });
    FunctionTask& waits = *task;
    engine.add(std::move(task));
    engine.add(1, [&waits](FunctionTask&) {
      std::this_thread::sleep_for(1ms);
      waits.signal();
    });
  });
  EXPECT_EQ(trace["otherData"]["geometry"], "4\"x2");
  const auto waits = events(trace, "wait");
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0]["name"], "waits in MPI_Recv");
  EXPECT_EQ(waits[0]["args"]["at"], "file.c:12");
}

TEST(Trace, SaysWhenItCannotBeWritten) {
  RuntimeOptions options = with_workers(1);
  options.trace_file = "/nonexistent/trace.json";
  testing::internal::CaptureStderr();
  {
    EngineJob engine(options);
    engine.add(0, [](FunctionTask&) {});
    engine.run();
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find(
                "cannot write the trace to '/nonexistent/trace.json': No such file"),
            std::string::npos);
}
