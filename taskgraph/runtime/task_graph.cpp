// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/task_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "bamboo/taskgraph/messenger.h"
#include "graph/urgency.h"

namespace bamboo {

TaskGraph::TaskGraph(Geometry geometry) : geometry_(std::move(geometry)) {}

TaskGraph::~TaskGraph() = default;

void TaskGraph::add_layout(std::unique_ptr<Layout> layout) {
  layouts_.push_back(std::move(layout));
}

void TaskGraph::place(Placement placement) {
  if (placement.tasks() != size()) {
    throw std::invalid_argument(
        fmt::format("a placement of {} tasks for a graph of {}", placement.tasks(), size()));
  }
  placement_ = std::move(placement);
}

void TaskGraph::run(Engine& engine, Messenger* messenger, const Factory& factory) {
  messenger_ = messenger;
  threads_ = engine.threads();
  const ProcessId here = messenger != nullptr ? messenger->transport().process() : 0;
  const int processes = messenger != nullptr ? messenger->transport().processes() : 1;
  if (!placement_) placement_ = Placement::blocks(geometry_, processes);
  if (placement_->processes() != processes) {
    throw std::invalid_argument(fmt::format("a placement for {} processes in a job of {}",
                                            placement_->processes(), processes));
  }
  std::vector<TaskHints*> hints;
  for (TaskId id : placement_->tasks_of(here)) {
    std::unique_ptr<Task> task = factory(*this, id);
    hints.push_back(&task->hints());
    engine.add(std::move(task));
  }
  const auto add_targets = [this](TaskId task, std::vector<TaskId>& targets) {
    for (const auto& layout : layouts_)
      if (!layout->joins_all())
        std::ranges::copy(layout->targets(task, geometry_), std::back_inserter(targets));
  };
  fill_hints({.placement = *placement_, .here = here, .targets = add_targets, .whole = true},
             hints);
  mapping_ = std::make_unique<MappingTable>(*placement_, here,
                                            [&engine](TaskId id) { return engine.local(id); });
  for (const auto& layout : layouts_) mapping_->prebuild(*layout, geometry_);
  engine.set_mapping_table(mapping_.get());
  engine.run();
}

bool TaskGraph::has_edge(TaskId from, TaskId to) const {
  if (from < 0 || from >= size() || to < 0 || to >= size()) return false;
  return layouts_.empty() || std::any_of(layouts_.begin(), layouts_.end(), [&](const auto& layout) {
           return layout->contains(from, to, geometry_);
         });
}

void TaskGraph::check_edge(TaskId from, TaskId to) const {
  if (has_edge(from, to)) return;
  if (to < 0 || to >= size()) {
    throw std::invalid_argument(
        fmt::format("task {} sends to task {}, but the graph has {} tasks", from, to, size()));
  }
  std::string names;
  for (const auto& layout : layouts_) names += (names.empty() ? "" : ", ") + layout->name();
  throw std::invalid_argument(
      fmt::format("task {} sends to task {} along no edge of {}", from, to, names));
}

}  // namespace bamboo
