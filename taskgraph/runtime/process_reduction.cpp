// SPDX-License-Identifier: Apache-2.0
// Collective calls between runs: a graph with one task for each process, which makes the call.
#include <fmt/format.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/collectives.h"
#include "bamboo/taskgraph/data_task.h"
#include "runtime/running_graphs.h"

namespace bamboo {

/// Contributes the values of all tasks of its process in a graph of the program.
class ProcessReduction final : public DataTask {
 public:
  ProcessReduction(TaskGraph& graph, TaskId id, const CollectiveCall& call,
                   const Contribution& values)
      : DataTask(graph, id), call_(call), values_(values) {}

  void init() override {
    result_ = Future<std::span<const std::byte>>(contribute(call_, values_));
    needs(result_);
  }
  std::span<const std::byte> result() const { return result_.get(); }

 protected:
  void run() override { finish(); }

 private:
  const CollectiveCall call_;
  const Contribution values_;
  Future<std::span<const std::byte>> result_;
};

namespace {

void run(Runtime& runtime, std::string name, const CollectiveCall& call, const Contribution& values,
         std::span<std::byte> result) {
  TaskGraph processes = RunningGraphs::graph_of_processes(runtime, std::move(name));
  processes.call_tasks("process");
  processes.create<ProcessReduction>(call, values);
  processes.run();
  const auto& task = static_cast<const ProcessReduction&>(*processes.tasks().front());
  if (!result.empty()) std::memcpy(result.data(), task.result().data(), result.size());
}

}  // namespace

void barrier(Runtime& runtime) {
  run(runtime, "barrier()", {}, {.values = {}, .leaves = {}, .all_leaves = 0}, {});
}

void reduce_values(const TaskGraph& graph, const CollectiveCall& call,
                   std::span<const std::byte> values, std::span<std::byte> result) {
  std::vector<TaskId> leaves;
  leaves.reserve(graph.tasks().size());
  for (const auto& task : graph.tasks()) leaves.push_back(task->id());
  run(graph.runtime(), fmt::format("reduce() of {}", graph.name()), call,
      {.values = values, .leaves = leaves, .all_leaves = graph.size()}, result);
}

void check_values_of(const TaskGraph& graph, const char* call) {
  RunningGraphs::check_collection(graph, call);
}

}  // namespace bamboo
