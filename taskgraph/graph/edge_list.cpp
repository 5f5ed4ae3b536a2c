// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/edge_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace bamboo {

void EdgeList::add(TaskId from, TaskId to, const EdgeHints& hints) {
  if (from < 0 || to < 0)
    throw std::invalid_argument(fmt::format("{}: no edge from {} to {}", name_, from, to));
  end_ = std::max({end_, from + 1, to + 1});
  added_.push_back({from, to});
  if (hints.bytes || hints.priority != 0) hinted_.push_back({{from, to}, hints});
}

std::span<const TaskId> EdgeList::Lists::of(TaskId task) const {
  if (task < 0 || static_cast<std::size_t>(task) + 1 >= begin.size()) return {};
  return std::span(tasks).subspan(begin[task], begin[task + 1] - begin[task]);
}

/// Counting sort by one end. It is stable: each list keeps the order by the other end. Duplicate
/// edges are merged.
EdgeList::Lists EdgeList::group(std::span<const Edge> edges, TaskId end, TaskId Edge::* by,
                                TaskId Edge::* of) {
  Lists lists;
  std::vector<std::size_t> next(static_cast<std::size_t>(end) + 1);
  for (const Edge& edge : edges) ++next[edge.*by + 1];
  for (TaskId task = 0; task < end; ++task) next[task + 1] += next[task];
  lists.begin = next;
  lists.tasks.resize(edges.size());
  for (const Edge& edge : edges) lists.tasks[next[edge.*by]++] = edge.*of;
  return lists;
}

void EdgeList::sort() const {
  if (sorted_ == added_.size()) return;
  // Grouped by target without an order, then by source, in which targets ascend; from these the
  // sources of each target ascend, too.
  const Lists unordered = group(added_, end_, &Edge::to, &Edge::from);
  std::vector<Edge> edges;
  edges.reserve(added_.size());
  for (TaskId to = 0; to < end_; ++to)
    for (const TaskId from : unordered.of(to)) edges.push_back({from, to});
  targets_ = group(edges, end_, &Edge::from, &Edge::to);
  edges.clear();
  std::size_t kept = 0;
  for (TaskId from = 0; from < end_; ++from) {
    const std::span<const TaskId> list = targets_.of(from);
    targets_.begin[from] = kept;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0 && list[i] == list[i - 1]) continue;
      edges.push_back({from, list[i]});
      ++kept;
    }
  }
  targets_.begin[end_] = kept;
  targets_.tasks.resize(kept);
  std::ranges::transform(edges, targets_.tasks.begin(), &Edge::to);
  sources_ = group(edges, end_, &Edge::to, &Edge::from);
  std::ranges::stable_sort(hinted_, {}, &std::pair<Edge, EdgeHints>::first);
  sorted_ = added_.size();
}

std::span<const TaskId> EdgeList::targets_of(TaskId task) const {
  sort();
  return targets_.of(task);
}

std::span<const TaskId> EdgeList::sources_of(TaskId task) const {
  sort();
  return sources_.of(task);
}

std::size_t EdgeList::size() const {
  sort();
  return targets_.tasks.size();
}

std::optional<EdgeHints> EdgeList::hints(TaskId from, TaskId to) const {
  if (!std::ranges::binary_search(targets_of(from), to)) return std::nullopt;
  const auto found =
      std::ranges::equal_range(hinted_, Edge{from, to}, {}, &std::pair<Edge, EdgeHints>::first);
  return found.empty() ? EdgeHints{} : found.back().second;
}

std::vector<TaskId> EdgeList::targets(TaskId task, const Geometry&) const {
  const auto list = targets_of(task);
  return {list.begin(), list.end()};
}

std::vector<TaskId> EdgeList::sources(TaskId task, const Geometry&) const {
  const auto list = sources_of(task);
  return {list.begin(), list.end()};
}

bool EdgeList::contains(TaskId from, TaskId to, const Geometry&) const {
  return std::ranges::binary_search(targets_of(from), to);
}

}  // namespace bamboo
