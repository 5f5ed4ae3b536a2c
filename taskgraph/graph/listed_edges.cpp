// SPDX-License-Identifier: Apache-2.0
#include "graph/listed_edges.h"

#include <iterator>
#include <numeric>
#include <vector>

namespace bamboo {
namespace {

using Layouts = std::vector<const Layout*>;

/// An edge to a task of this process.
struct ArrivingEdge {
  int index;  ///< of its target, in the process
  TaskId source;
};

std::vector<ArrivingEdge> arriving(const Layouts& layouts, const Geometry& geometry,
                                   const Placement& placement, ProcessId here) {
  std::vector<ArrivingEdge> edges;
  if (layouts.empty()) return edges;
  for (TaskId from = 0; from < geometry.size(); ++from) {
    for (const Layout* layout : layouts) {
      for (const TaskId to : layout->targets(from, geometry)) {
        const bool is_task = to >= 0 && to < geometry.size();
        if (is_task && placement.process_of(to) == here)
          edges.push_back({placement.index_in_process(to), from});
      }
    }
  }
  return edges;
}

/// Counting sort by the targets: sources ascend within each list.
TaskLists grouped(const std::vector<ArrivingEdge>& edges, std::size_t tasks) {
  TaskLists lists;
  lists.begin.resize(tasks + 1);
  for (const ArrivingEdge& edge : edges) ++lists.begin[edge.index + 1];
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  std::vector<std::size_t> next = lists.begin;
  lists.tasks.resize(edges.size());
  for (const ArrivingEdge& edge : edges) lists.tasks[next[edge.index]++] = edge.source;
  return lists;
}

}  // namespace

ListedEdges list_edges(std::span<const std::unique_ptr<Layout>> layouts, const Geometry& geometry,
                       const Placement& placement, ProcessId here) {
  Layouts listing, others;
  for (const auto& layout : layouts)
    (layout->lists_sources() ? listing : others).push_back(layout.get());
  const std::vector<TaskId> tasks = placement.tasks_of(here);
  const TaskLists found = grouped(arriving(others, geometry, placement, here), tasks.size());
  ListedEdges edges;
  std::vector<TaskId> list;
  const auto append = [&](const auto& more) { std::ranges::copy(more, std::back_inserter(list)); };
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    for (const auto& layout : layouts) append(layout->targets(tasks[i], geometry));
    edges.targets.add(list);
    for (const Layout* layout : listing) append(layout->sources(tasks[i], geometry));
    append(found[i]);
    edges.sources.add(list);
  }
  return edges;
}

}  // namespace bamboo
