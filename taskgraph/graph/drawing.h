// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// The drawn part of a graph: all its tasks, coloured by process, and the edges of its layouts.
/// Edges between all pairs of tasks are not drawn.
struct DrawnGraph {
  std::string name;
  const Geometry& geometry;
  const Placement& placement;
  std::span<const std::unique_ptr<Layout>> layouts;
  std::function<std::string(TaskId)> label = nullptr;             ///< empty: the number
  std::function<EdgeHints(TaskId, TaskId)> edge_hints = nullptr;  ///< empty: none
};

/// The graph in DOT, for neato -n or dot: tasks are placed by their coordinates in the geometry.
std::string dot_of(const DrawnGraph& graph);
/// Draws a picture. The last dimension runs to the right, the one before it downwards. Planes of
/// further dimensions are side by side. Throws std::invalid_argument if the graph has more than
/// most_drawn_tasks.
std::string svg_of(const DrawnGraph& graph);

inline constexpr int most_drawn_tasks = 4096;

}  // namespace bamboo
