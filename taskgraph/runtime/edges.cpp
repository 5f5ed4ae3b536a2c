// SPDX-License-Identifier: Apache-2.0
// The edges of a graph, as far as they touch tasks of this process.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "bamboo/taskgraph/task_graph.h"
#include "graph/drawing.h"
#include "graph/listed_edges.h"
#include "graph/mapping_table.h"
#include "graph/urgency.h"
#include "runtime/runtime_impl.h"

namespace bamboo {

void TaskGraph::add_layout(std::unique_ptr<Layout> layout) {
  check_building("add_layout()");
  layouts_.push_back(std::move(layout));
}

void TaskGraph::add_edge(TaskId from, TaskId to, const EdgeHints& hints) {
  check_building("add_edge()");
  if (std::min(from, to) < 0 || std::max(from, to) >= size()) {
    throw std::invalid_argument(fmt::format("{}: an edge from {} {} to {} {}, but there are {} {}s",
                                            name_, noun_, from, noun_, to, size(), noun_));
  }
  if (added_edges_ == nullptr) {
    auto list = std::make_unique<EdgeList>("add_edge()");
    added_edges_ = list.get();
    layouts_.push_back(std::move(list));
  }
  added_edges_->add(from, to, hints);
}

void TaskGraph::list_edges() {
  all_edges_ = std::ranges::any_of(layouts_, &Layout::joins_all) || layouts_.empty();
  if (all_edges_) {
    for (const auto& layout : layouts_) mapping_->prebuild(*layout, geometry_);
    everyone_.resize(2 * static_cast<std::size_t>(size()));
    std::iota(everyone_.begin(), everyone_.begin() + size(), 0);
    std::iota(everyone_.begin() + size(), everyone_.end(), 0);
    return;
  }
  ListedEdges edges =
      bamboo::list_edges(layouts_, geometry_, mapping_->placement(), runtime_.process());
  targets_ = std::move(edges.targets);
  sources_ = std::move(edges.sources);
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const std::span<const TaskId> targets = targets_[i];
    if (targets.empty()) continue;
    for (const TaskId end : {targets.front(), targets.back()})
      if (end < 0 || end >= size()) refuse_target(tasks_[i]->id(), end);
    for (const TaskId to : targets) mapping_->channel(to);
  }
}

void TaskGraph::hint(std::function<TaskHints(TaskId)> hints) {
  check_building("hint()");
  hints_ = std::move(hints);
}

namespace {

void fill_from(const TaskHints& given, TaskHints& hints) {
  if (hints.priority == 0) hints.priority = given.priority;
  if (!hints.cost) hints.cost = given.cost;
  if (hints.affinity < 0) hints.affinity = given.affinity;
  if (!hints.path) hints.path = given.path;
}

}  // namespace

/// Computes the hints that the program did not set.
void TaskGraph::fill_open_hints() {
  std::vector<TaskHints*> hints;
  for (const auto& task : tasks_) {
    if (hints_) fill_from(hints_(task->id()), task->hints());
    hints.push_back(&task->hints());
  }
  const auto add_targets = [this](TaskId task, std::vector<TaskId>& targets) {
    const auto append = [&](const auto& more) {
      std::ranges::copy(more, std::back_inserter(targets));
    };
    const std::size_t index = all_edges_ ? tasks_.size() : index_of(task);
    if (index < tasks_.size()) return append(targets_[index]);
    for (const auto& layout : layouts_)
      if (!layout->joins_all()) append(layout->targets(task, geometry_));
  };
  std::function<EdgeHints(TaskId, TaskId)> edge_hints;
  if (added_edges_ != nullptr && added_edges_->has_hints()) {
    edge_hints = [this](TaskId from, TaskId to) {
      return added_edges_->hints(from, to).value_or(EdgeHints{});
    };
  }
  fill_hints({.placement = mapping_->placement(),
              .here = runtime_.process(),
              .targets = add_targets,
              .whole = true,
              .hints = hints_,
              .edge_hints = edge_hints},
             hints);
}

bool TaskGraph::feeds_other_process(TaskId task, const Layout& layout,
                                    const Geometry& geometry) const {
  const Placement& placement = mapping_->placement();
  if (layout.joins_all()) return placement.processes() > 1;
  const ProcessId here = placement.process_of(task);
  return std::ranges::any_of(layout.targets(task, geometry),
                             [&](TaskId to) { return placement.process_of(to) != here; });
}

/// Among the tasks of this process; tasks_.size(): it lives elsewhere.
std::size_t TaskGraph::index_of(TaskId task) const {
  if (tasks_.empty()) return 0;
  const auto guess = static_cast<std::size_t>(task - tasks_.front()->id());  // consecutive ranges
  if (guess < tasks_.size() && tasks_[guess]->id() == task) return guess;
  const auto found = std::ranges::lower_bound(tasks_, task, {}, &Task::id);
  return found != tasks_.end() && (*found)->id() == task
             ? static_cast<std::size_t>(found - tasks_.begin())
             : tasks_.size();
}

std::span<const TaskId> TaskGraph::listed(const TaskLists& lists, TaskId task) const {
  if (all_edges_)
    return std::span(everyone_).subspan(static_cast<std::size_t>(task) + 1,
                                        everyone_.size() / 2 - 1);
  const std::size_t index = index_of(task);
  if (index >= tasks_.size())
    throw std::invalid_argument(name_of(task) + " lives in another process, which knows its edges");
  return lists[index];
}

std::span<const TaskId> TaskGraph::targets(TaskId task) const {
  return listed(targets_, task);
}

std::span<const TaskId> TaskGraph::sources(TaskId task) const {
  return listed(sources_, task);
}

bool TaskGraph::has_edge(TaskId from, TaskId to) const {
  if (from < 0 || from >= size() || to < 0 || to >= size()) return false;
  if (all_edges_) return true;
  if (index_of(from) < tasks_.size()) {
    if (std::ranges::binary_search(listed(targets_, from), to)) return true;
    const std::lock_guard guard(declared_->lock);
    return declared_->edges.contains({from, to});
  }
  return std::ranges::any_of(
      layouts_, [&](const auto& layout) { return layout->contains(from, to, geometry_); });
}

void TaskGraph::refuse_target(TaskId from, TaskId to) const {
  throw std::invalid_argument(fmt::format("{} sends to {} {}, but there are {} {}s", name_of(from),
                                          noun_, to, size(), noun_));
}

void TaskGraph::check_listed_edge(TaskId from, TaskId to) const {
  if (has_edge(from, to)) return;
  if (to < 0 || to >= size()) refuse_target(from, to);
  std::string names;
  for (const auto& layout : layouts_) names += (names.empty() ? "" : ", ") + layout->name();
  throw std::invalid_argument(
      fmt::format("{} sends to {} {} along no edge of {}", name_of(from), noun_, to, names));
}

void TaskGraph::declare(const std::string& part, const Layout& layout, const Geometry& geometry) {
  const std::lock_guard guard(declared_->lock);
  if (!declared_->parts.insert(part).second) return;
  mapping_->prebuild(layout, geometry);
  if (all_edges_) return;
  for (const auto& task : tasks_)
    for (const TaskId to : layout.targets(task->id(), geometry))
      declared_->edges.insert({task->id(), to});
}

DrawnGraph TaskGraph::drawn() const {
  if (mapping_ == nullptr) throw std::logic_error(name_ + " is drawn before create()");
  return {.name = name_,
          .geometry = geometry_,
          .placement = mapping_->placement(),
          .layouts = layouts_};
}

std::string TaskGraph::dot() const {
  return dot_of(drawn());
}

std::string TaskGraph::svg() const {
  return svg_of(drawn());
}

Channel TaskGraph::channel(TaskId destination) {
  return mapping_->channel(destination);
}

std::size_t TaskGraph::mapping_bytes() const {
  return mapping_ != nullptr ? mapping_->bytes() : 0;
}

}  // namespace bamboo
