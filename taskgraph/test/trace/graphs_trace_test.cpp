// SPDX-License-Identifier: Apache-2.0
// The trace of several graphs distinguishes their tasks by number and by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "bamboo/taskgraph/costs.h"
#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

using Json = nlohmann::json;

/// Sends to the next task, waits for the one before, and sleeps.
class Ring final : public DataTask {
 public:
  Ring(TaskGraph& graph, TaskId id, std::chrono::milliseconds nap)
      : DataTask(graph, id), nap_(nap) {}
  void init() override {
    put_value((id() + 1) % graph().size(), 0, 1.0);
    needs(1);
  }

 protected:
  void run() override {
    take();
    std::this_thread::sleep_for(nap_);
    finish();
  }

 private:
  const std::chrono::milliseconds nap_;
};

/// The trace of a graph of 3 tasks, one of 4 with a name, and a sum.
class TraceOfGraphs : public testing::Test {
 protected:
  TraceOfGraphs() {
    RuntimeOptions options = with_workers(1);
    options.trace_file = file_;
    Runtime runtime(options);
    TaskGraph first(runtime, 3), second(runtime, 4);
    second.set_name("say \"heat\"");
    first.create<Ring>(std::chrono::milliseconds(1));
    second.create<Ring>(std::chrono::milliseconds(6));
    first.start();
    second.start();
    first.wait();
    second.wait();
    first.sum(&Task::id);
  }
  void TearDown() override { std::filesystem::remove(file_); }

  const std::string file_ =
      testing::TempDir() + "bamboo_graphs_trace_" + std::to_string(getpid()) + ".json";
};

}  // namespace

TEST_F(TraceOfGraphs, NumbersTheirTasksThroughAllGraphs) {
  const Json trace = Json::parse(std::ifstream(file_));
  const Json& graphs = trace["otherData"]["graphs"];
  ASSERT_EQ(graphs.size(), 3u);
  EXPECT_EQ(graphs[1],
            Json({{"name", "say \"heat\""}, {"task", "task"}, {"first", 3}, {"tasks", 4}}));
  EXPECT_EQ(graphs[2]["name"], "sum() of graph 0");
  std::map<int, std::string> names;
  std::multiset<std::string> begins, ends;
  for (const Json& event : trace["traceEvents"]) {
    if (event.value("cat", "") == "run") names[event["args"]["task"]] = event["name"];
    if (event["ph"] == "s") begins.insert(event["id"]);
    if (event["ph"] == "f") ends.insert(event["id"]);
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(names[2], "task 2");
  EXPECT_EQ(names[3], "task 0 of say \"heat\"");
  EXPECT_EQ(begins, ends);
  EXPECT_EQ(std::set(begins.begin(), begins.end()).size(), 7u) << "each message has an id";
}

TEST_F(TraceOfGraphs, HasTheCostsOfEach) {
  const auto first = read_costs(file_), second = read_costs(file_, "say \"heat\"");
  ASSERT_EQ(first.size(), 3u);
  ASSERT_EQ(second.size(), 4u);
  // A task's first slice is that of init() and waits.
  for (const auto& [task, cost] : second) EXPECT_GE(cost, 2.9e-3) << task;
  EXPECT_EQ(read_costs(file_, "graph 0").size(), 3u);
  try {
    read_costs(file_, "heat");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("it has no graph 'heat', but graph 0, say \"heat\""),
              std::string::npos)
        << error.what();
  }
}
