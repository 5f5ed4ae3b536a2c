// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/message.h"

namespace bamboo {

class Runtime;
class TaskGraph;

/// The graphs of this process, by their numbers: the n-th graph of every process is the same one.
/// Delivers messages to them. Any thread.
class RunningGraphs {
 public:
  explicit RunningGraphs(Threads threads) : table_(threads) {}
  ~RunningGraphs();

  /// Returns the graph's number. Delivers the messages that arrived for it before.
  std::uint32_t add(TaskGraph& graph);
  /// Later messages for the graph are discarded.
  void remove(std::uint32_t number);
  /// A message for a graph that this process has not made yet is kept.
  void deliver(Message* message);
  /// A line for each unfinished task; nullopt: one of them runs just now.
  std::optional<std::string> describe_unfinished();
  /// Bytes of the mapping tables.
  std::size_t mapping_bytes() const;
  /// A graph that other processes have, and this one never made.
  std::optional<std::uint32_t> missing() const;

  // For calls between runs.

  /// A graph with one task for each process, which takes no default name from the program's graphs.
  static TaskGraph graph_of_processes(Runtime& runtime, std::string name);
  /// Throws std::logic_error where values of the graph's tasks cannot be collected now.
  static void check_collection(const TaskGraph& graph, const char* call);

 private:
  struct Table {
    std::vector<TaskGraph*> graphs;  ///< null: has ended
    std::map<std::uint32_t, std::vector<Message*>> early;
    std::size_t mapping_bytes_of_ended = 0;
  };
  mutable Guarded<Table> table_;
};

}  // namespace bamboo
