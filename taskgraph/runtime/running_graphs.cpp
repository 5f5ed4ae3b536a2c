// SPDX-License-Identifier: Apache-2.0
#include "runtime/running_graphs.h"

#include <utility>

#include "bamboo/taskgraph/task_graph.h"

namespace bamboo {

RunningGraphs::~RunningGraphs() {
  for (auto& [number, messages] : table_.lock()->early)
    for (Message* message : messages) message->discard();
}

std::uint32_t RunningGraphs::add(TaskGraph& graph) {
  const auto table = table_.lock();
  const auto number = static_cast<std::uint32_t>(table->graphs.size());
  table->graphs.push_back(&graph);
  if (const auto early = table->early.extract(number))
    for (Message* message : early.mapped()) graph.deliver(message);
  return number;
}

void RunningGraphs::remove(std::uint32_t number) {
  const auto table = table_.lock();
  table->mapping_bytes_of_ended += table->graphs[number]->mapping_bytes();
  table->graphs[number] = nullptr;
}

void RunningGraphs::deliver(Message* message) {
  const std::uint32_t number = message->header.graph;
  const auto table = table_.lock();
  if (number >= table->graphs.size())
    table->early[number].push_back(message);
  else if (TaskGraph* graph = table->graphs[number])
    graph->deliver(message);
  else
    message->discard();
}

std::optional<std::string> RunningGraphs::describe_unfinished() {
  bool complete = true;
  std::string text;
  const auto table = table_.lock();
  for (const TaskGraph* graph : table->graphs) {
    if (graph == nullptr) continue;
    const std::optional<std::string> lines = graph->describe_unfinished();
    complete = complete && lines;  // but all have been asked
    text += lines.value_or("");
  }
  return complete ? std::optional(text) : std::nullopt;
}

std::size_t RunningGraphs::mapping_bytes() const {
  const auto table = table_.lock();
  std::size_t bytes = table->mapping_bytes_of_ended;
  for (const TaskGraph* graph : table->graphs)
    if (graph != nullptr) bytes += graph->mapping_bytes();
  return bytes;
}

std::optional<std::uint32_t> RunningGraphs::missing() const {
  const auto table = table_.lock();
  return table->early.empty() ? std::nullopt : std::optional(table->early.begin()->first);
}

TaskGraph RunningGraphs::graph_of_processes(Runtime& runtime, std::string name) {
  return {runtime, Geometry({runtime.processes()}, {false}), std::move(name)};
}

void RunningGraphs::check_collection(const TaskGraph& graph, const char* call) {
  graph.check_collection(call);
}

}  // namespace bamboo
