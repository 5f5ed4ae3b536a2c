// SPDX-License-Identifier: Apache-2.0
// Tasks whose runs are given as functions.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/tasks.h"

namespace bamboo::test {

/// A task of functions; everything protected is open to them.
class Scripted final : public DataTask {
 public:
  using Run = std::function<void(Scripted&)>;
  struct Script {
    Run run;
    Run init = [](Scripted&) {};
  };
  Scripted(TaskGraph& graph, TaskId id, Script script)
      : DataTask(graph, id), script_(std::move(script)) {}
  using DataTask::any;
  using DataTask::barrier;
  using DataTask::broadcast;
  using DataTask::finish;
  using DataTask::needs;
  using DataTask::on;
  using DataTask::put;
  using DataTask::put_value;
  using DataTask::reduce;
  using DataTask::take;
  int runs = 0;

  void init() override { script_.init(*this); }

 protected:
  void run() override {
    ++runs;
    script_.run(*this);
  }

 private:
  const Script script_;
};

/// Runs a graph with all edges, one task for each script.
inline void run_scripts(int workers, const std::vector<Scripted::Script>& scripts) {
  RuntimeOptions options = with_workers(workers);
  options.deadlock_seconds = 0.1;
  Runtime runtime(options);
  TaskGraph graph(runtime, static_cast<int>(scripts.size()));
  graph.create([&](TaskGraph& created, TaskId id) {
    return std::make_unique<Scripted>(created, id, scripts[id]);
  });
  graph.run();
}

}  // namespace bamboo::test
