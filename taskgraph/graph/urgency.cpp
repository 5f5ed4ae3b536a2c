// SPDX-License-Identifier: Apache-2.0
#include "graph/urgency.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <ranges>

namespace bamboo {
namespace {

constexpr int highest_priority = 31;

double usable(const std::optional<double>& value, double otherwise) {
  return value && std::isfinite(*value) && *value >= 0 ? *value : otherwise;
}

/// Some of the graph's tasks, as vertices 0 …, and the edges that begin at them.
struct Part {
  static constexpr int outside = -1;
  struct Edge {
    int to;  ///< a vertex, or outside
    bool leaves_process;
    double bytes;  ///< 0: not known
    int priority;
  };
  std::span<const Edge> edges_of(int vertex) const {
    return std::span(edges).subspan(begin[vertex], begin[vertex + 1] - begin[vertex]);
  }
  int size() const { return static_cast<int>(cost.size()); }

  std::vector<double> cost;
  std::vector<std::size_t> begin{0};
  std::vector<Edge> edges;
};

/// Adds tasks to a part.
class PartBuilder {
 public:
  PartBuilder(const KnownGraph& graph, Part& part) : graph_(graph), part_(part) {}

  /// `vertex_of`: of a task and its process, or outside.
  template <class VertexOf>
  void add(TaskId task, double cost, VertexOf vertex_of) {
    targets_.clear();
    graph_.targets(task, targets_);
    const ProcessId process = graph_.placement.process_of(task);
    for (const TaskId to : targets_) {
      const EdgeHints hints = graph_.edge_hints ? graph_.edge_hints(task, to) : EdgeHints{};
      const ProcessId there = graph_.placement.process_of(to);
      part_.edges.push_back(
          {vertex_of(to, there), there != process, usable(hints.bytes, 0), hints.priority});
    }
    part_.cost.push_back(cost);
    part_.begin.push_back(part_.edges.size());
  }

 private:
  const KnownGraph& graph_;
  Part& part_;
  std::vector<TaskId> targets_;
};

/// Returns the vertices so that each one precedes the targets of its edges, or nullopt if there is
/// a cycle.
std::optional<std::vector<int>> topological_order(const Part& part) {
  std::vector<int> missing(part.size());
  for (const Part::Edge& edge : part.edges)
    if (edge.to != Part::outside) ++missing[edge.to];
  std::vector<int> order;
  order.reserve(part.size());
  for (int v = 0; v < part.size(); ++v)
    if (missing[v] == 0) order.push_back(v);
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const Part::Edge& edge : part.edges_of(order[next]))
      if (edge.to != Part::outside && --missing[edge.to] == 0) order.push_back(edge.to);
  }
  if (static_cast<int>(order.size()) < part.size()) return std::nullopt;
  return order;
}

/// A message of mean size has the same cost as a mean task, because costs and bytes have no common
/// unit.
class Latency {
 public:
  explicit Latency(const Part& part) {
    double bytes = 0, messages = 0;
    for (const Part::Edge& edge : part.edges)
      if (edge.leaves_process && edge.bytes > 0) bytes += edge.bytes, ++messages;
    mean_bytes_ = messages > 0 ? bytes / messages : 1;
    mean_cost_ =
        std::accumulate(part.cost.begin(), part.cost.end(), 0.0) / std::max(1, part.size());
  }
  double of(const Part::Edge& edge) const {
    if (!edge.leaves_process) return 0;
    return edge.bytes > 0 ? mean_cost_ * edge.bytes / mean_bytes_ : mean_cost_;
  }

 private:
  double mean_bytes_, mean_cost_;
};

std::vector<double> bottom_levels(const Part& part, const std::vector<int>& order) {
  const Latency latency(part);
  std::vector<double> level(part.size());
  for (std::size_t next = order.size(); next-- > 0;) {
    const int v = order[next];
    double behind = 0;
    for (const Part::Edge& edge : part.edges_of(v))
      behind = std::max(behind, latency.of(edge) + (edge.to != Part::outside ? level[edge.to] : 0));
    level[v] = part.cost[v] + behind;
  }
  return level;
}

/// How many edges lead from each vertex to one that feeds another process; part.size(): none do.
std::vector<int> distances_to_boundary(const Part& part) {
  std::vector<std::size_t> begin(part.size() + 1);
  std::vector<int> distance(part.size(), part.size()), queue;
  for (int v = 0; v < part.size(); ++v) {
    for (const Part::Edge& edge : part.edges_of(v)) {
      if (edge.to != Part::outside) ++begin[edge.to + 1];
      if (edge.leaves_process && distance[v] != 0) distance[v] = 0, queue.push_back(v);
    }
  }
  if (queue.empty()) return distance;
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<int> sources(begin.back());
  std::vector<std::size_t> next(begin);
  for (int v = 0; v < part.size(); ++v) {
    for (const Part::Edge& edge : part.edges_of(v))
      if (edge.to != Part::outside) sources[next[edge.to]++] = v;
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int here = queue[i];
    for (std::size_t s = begin[here]; s < begin[here + 1]; ++s) {
      int& there = distance[sources[s]];
      if (there < part.size()) continue;
      there = distance[here] + 1;
      queue.push_back(sources[s]);
    }
  }
  return distance;
}

/// The earliest iteration comes first, then the boundary.
std::vector<RemainingPath> paths_of_iterations(const Part& part) {
  std::vector<int> distance = distances_to_boundary(part);
  int farthest = 0;
  for (const int d : distance)
    if (d < part.size()) farthest = std::max(farthest, d);
  std::vector<RemainingPath> paths;
  for (const int d : distance)
    paths.push_back({static_cast<double>(std::max(0, farthest + 1 - d)), farthest + 2.0});
  return paths;
}

/// Returns the paths if neither the process's own tasks nor the whole graph has a cycle.
std::optional<std::vector<RemainingPath>> paths_without_cycle(const KnownGraph& graph,
                                                              const Part& mine,
                                                              std::span<const TaskId> tasks) {
  const auto own_order = topological_order(mine);
  if (!own_order) return std::nullopt;
  std::vector<RemainingPath> paths;
  const int size = graph.placement.tasks();
  if (!graph.whole || size > largest_whole_graph || mine.size() == size) {
    for (const double level : bottom_levels(mine, *own_order)) paths.push_back({level, 0});
    return paths;
  }
  Part all;
  PartBuilder builder(graph, all);
  for (TaskId task = 0, own = 0; task < size; ++task) {
    const bool is_mine = own < mine.size() && tasks[own] == task;
    const double cost = is_mine       ? mine.cost[own++]
                        : graph.hints ? usable(graph.hints(task).cost, 1)
                                      : 1;
    builder.add(task, cost, [](TaskId to, ProcessId) { return to; });
  }
  const auto order = topological_order(all);
  if (!order) return std::nullopt;
  const std::vector<double> levels = bottom_levels(all, *order);
  for (const TaskId task : tasks) paths.push_back({levels[task], 0});
  return paths;
}

/// The amount by which a task's edges raise its priority.
int raise_of(const Part& part, int vertex) {
  int raise = 0, feeds = 0;
  for (const Part::Edge& edge : part.edges_of(vertex)) {
    raise = std::max(raise, std::min(edge.priority, highest_priority));
    feeds |= edge.leaves_process;
  }
  return raise + feeds;
}

void fill_priorities(std::span<TaskHints* const> hints) {
  const bool all_open =
      std::ranges::all_of(hints, [](const TaskHints* task) { return task->priority == 0; });
  if (!all_open || hints.empty()) return;
  const auto length = [](const TaskHints* task) { return usable(task->path->length, 0); };
  const auto [least, most] = std::ranges::minmax(hints | std::views::transform(length));
  if (!(most > least)) return;
  for (TaskHints* task : hints) {
    const double share = (length(task) - least) / (most - least);
    task->priority = 1 + static_cast<int>((highest_priority - 2) * share);
  }
}

}  // namespace

void fill_hints(const KnownGraph& graph, std::span<TaskHints* const> hints) {
  const std::vector<TaskId> tasks = graph.placement.tasks_of(graph.here);
  Part mine;
  PartBuilder builder(graph, mine);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    builder.add(tasks[i], usable(hints[i]->cost, 1), [&](TaskId to, ProcessId process) {
      return process == graph.here ? graph.placement.index_in_process(to) : Part::outside;
    });
  }
  const auto computed = paths_without_cycle(graph, mine, tasks);
  const std::vector<RemainingPath> paths = computed ? *computed : paths_of_iterations(mine);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (!hints[i]->path) hints[i]->path = paths[i];
  fill_priorities(hints);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    int& priority = hints[i]->priority;
    priority = std::min(priority, highest_priority) + raise_of(mine, static_cast<int>(i));
  }
}

}  // namespace bamboo
