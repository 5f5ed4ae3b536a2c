// SPDX-License-Identifier: Apache-2.0
// One value of each task, brought together: a graph with one task for each process.
#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <stdexcept>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "graph/mapping_table.h"
#include "runtime/running_graphs.h"

namespace bamboo {

/// The collector of process 0 sorts the values by id and sends the result to the other processes.
class TaskGraph::Collector final : public DataTask {
 public:
  Collector(TaskGraph& graph, TaskId id, const Placement& tasks, const Collection& collection)
      : DataTask(graph, id), tasks_(tasks), collection_(collection) {}

  void init() override {
    if (id() == 0) return needs(graph().size() - 1);
    put(0, 0, collection_.mine);
    needs(1);
  }

 protected:
  void run() override {
    id() == 0 ? reduce() : copy(take()->bytes(), collection_.result);
    finish();
  }

 private:
  void reduce() {
    place(0, collection_.mine);
    while (const auto message = take()) place(message->source(), message->bytes());
    collection_.reduce();
    const std::span<const std::byte> result = collection_.result;
    for (TaskId other = 1; other < graph().size(); ++other) put(other, 0, result);
  }

  void place(ProcessId process, std::span<const std::byte> values) {
    const std::size_t bytes = collection_.all.size() / static_cast<std::size_t>(tasks_.tasks());
    const std::vector<TaskId> ids = tasks_.tasks_of(process);
    check(ids.size() * bytes, values.size());
    for (const TaskId task : ids) {
      std::memcpy(collection_.all.data() + bytes * static_cast<std::size_t>(task), values.data(),
                  bytes);
      values = values.subspan(bytes);
    }
  }

  static void copy(std::span<const std::byte> from, std::span<std::byte> to) {
    check(to.size(), from.size());
    std::memcpy(to.data(), from.data(), from.size());
  }

  static void check(std::size_t expected, std::size_t bytes) {
    if (bytes == expected) return;
    throw std::runtime_error(
        fmt::format("{} bytes arrived instead of {}: all processes collect the same values in the "
                    "same order",
                    bytes, expected));
  }

  const Placement tasks_;
  const Collection& collection_;
};

void TaskGraph::collect(const char* call, const Collection& collection) {
  TaskGraph collectors =
      RunningGraphs::graph_of_processes(runtime_, fmt::format("{} of {}", call, name_));
  collectors.call_tasks("process");
  collectors.create<Collector>(mapping_->placement(), collection);
  collectors.run();
}

void TaskGraph::check_collection(const char* call) const {
  if (mapping_ == nullptr)
    throw std::logic_error(fmt::format("{}: {} before create()", name_, call));
  if (runs_) throw std::logic_error(fmt::format("{}: {} while it runs", name_, call));
}

void TaskGraph::refuse_class(const char* call, const Task& task) const {
  throw std::invalid_argument(
      fmt::format("{}: {} of a class of which {} is not", name_, call, name_of(task)));
}

}  // namespace bamboo
