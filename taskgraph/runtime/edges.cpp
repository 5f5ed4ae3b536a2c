// SPDX-License-Identifier: Apache-2.0
// The edges of a graph, as far as they touch tasks of this process.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>

#include "bamboo/taskgraph/task_graph.h"
#include "graph/drawing.h"
#include "graph/mapping_table.h"
#include "graph/urgency.h"
#include "runtime/declared_edges.h"

namespace bamboo {

void TaskGraph::add_layout(std::unique_ptr<Layout> layout) {
  layouts_.push_back(std::move(layout));
}

namespace {

void append_sorted(std::vector<TaskId>& all, std::vector<TaskId>& list) {
  std::ranges::sort(list);
  const auto repeated = std::ranges::unique(list);
  all.insert(all.end(), list.begin(), repeated.begin());
  list.clear();
}

}  // namespace

void TaskGraph::list_edges() {
  all_edges_ = std::ranges::any_of(layouts_, &Layout::joins_all) || layouts_.empty();
  for (const auto& layout : layouts_) mapping_->prebuild(*layout, geometry_);
  if (all_edges_) {
    everyone_.resize(2 * static_cast<std::size_t>(size()));
    std::iota(everyone_.begin(), everyone_.begin() + size(), 0);
    std::iota(everyone_.begin() + size(), everyone_.end(), 0);
  }
  std::vector<TaskId> to, from;
  for (const auto& task : tasks_) {
    const TaskId id = task->id();
    if (!all_edges_) {
      for (const auto& layout : layouts_) {
        std::ranges::copy(layout->targets(id, geometry_), std::back_inserter(to));
        std::ranges::copy(layout->sources(id, geometry_), std::back_inserter(from));
      }
      targets_.begin.push_back(targets_.tasks.size());
      sources_.begin.push_back(sources_.tasks.size());
      append_sorted(targets_.tasks, to);
      append_sorted(sources_.tasks, from);
    }
  }
  targets_.begin.push_back(targets_.tasks.size());
  sources_.begin.push_back(sources_.tasks.size());
}

/// What the tasks' hints leave open is computed.
void TaskGraph::fill_open_hints() {
  std::vector<TaskHints*> hints;
  for (const auto& task : tasks_) hints.push_back(&task->hints());
  const auto add_targets = [this](TaskId task, std::vector<TaskId>& targets) {
    for (const auto& layout : layouts_) {
      if (!layout->joins_all())
        std::ranges::copy(layout->targets(task, geometry_), std::back_inserter(targets));
    }
  };
  fill_hints({.placement = mapping_->placement(),
              .here = runtime_.process(),
              .targets = add_targets,
              .whole = true},
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

std::span<const TaskId> TaskGraph::listed(const Edges& edges, TaskId task) const {
  if (all_edges_)
    return std::span(everyone_).subspan(static_cast<std::size_t>(task) + 1,
                                        everyone_.size() / 2 - 1);
  const std::size_t index = index_of(task);
  if (index >= tasks_.size())
    throw std::invalid_argument(name_of(task) + " lives in another process, which knows its edges");
  return std::span(edges.tasks)
      .subspan(edges.begin[index], edges.begin[index + 1] - edges.begin[index]);
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

void TaskGraph::check_listed_edge(TaskId from, TaskId to) const {
  if (has_edge(from, to)) return;
  if (to < 0 || to >= size()) {
    throw std::invalid_argument(fmt::format("{} sends to {} {}, but there are {} {}s",
                                            name_of(from), noun_, to, size(), noun_));
  }
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
  for (const auto& task : tasks_) {
    for (const TaskId to : layout.targets(task->id(), geometry))
      declared_->edges.insert({task->id(), to});
  }
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
