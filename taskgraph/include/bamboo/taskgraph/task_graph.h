// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/mapping_table.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

class Messenger;

/// A set of tasks embedded in a geometry, with edges along which they send. Every process of the
/// job builds the same graph and runs its own part:
///
///     TaskGraph graph(Geometry::balanced(64, 2));
///     graph.add_layout(predefined_layout("NearestNeighbor", {}));
///     Engine engine(EngineOptions::from_environment(), messenger);   // null: one process
///     graph.run(engine, messenger, [](TaskGraph& graph, TaskId id) {
///       return std::make_unique<Stencil>(graph, id);                 // class Stencil : public
///       DataTask
///     });
class TaskGraph {
 public:
  using Factory = std::function<std::unique_ptr<Task>(TaskGraph& graph, TaskId id)>;

  explicit TaskGraph(Geometry geometry);
  ~TaskGraph();

  /// Adds a layout's edges. A graph without layouts has all edges.
  void add_layout(std::unique_ptr<Layout> layout);
  /// Where the tasks go; unless told, in compact blocks of the geometry. Before run().
  void place(Placement placement);

  /// Creates the tasks of this process and runs the graph to its end. What the tasks' hints
  /// leave open is computed: the longest path first, in graphs with cycles the boundary first.
  void run(Engine& engine, Messenger* messenger, const Factory& factory);

  const Geometry& geometry() const { return geometry_; }
  int size() const { return geometry_.size(); }
  bool has_edge(TaskId from, TaskId to) const;
  /// Throws std::invalid_argument that names both tasks and the layouts.
  void check_edge(TaskId from, TaskId to) const;

  // While it runs.
  Channel channel(TaskId destination) { return mapping_->channel(destination); }
  Messenger* messenger() const { return messenger_; }
  /// What the locks of its tasks are made with.
  Threads threads() const { return threads_; }

 private:
  Geometry geometry_;
  std::vector<std::unique_ptr<Layout>> layouts_;
  std::optional<Placement> placement_;
  std::unique_ptr<MappingTable> mapping_;
  Messenger* messenger_ = nullptr;
  Threads threads_ = Threads::Several;
};

}  // namespace bamboo
