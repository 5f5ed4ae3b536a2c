// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/placement.h"

#include <fmt/format.h>

#include <stdexcept>

#include "bamboo/taskgraph/layout.h"
#include "graph/placement_rules.h"

namespace bamboo {
namespace {

void check(long long tasks, long long processes) {
  if (processes < 1 || tasks < processes) {
    throw std::invalid_argument(
        fmt::format("{} tasks cannot be spread over {} processes", tasks, processes));
  }
}

}  // namespace

Placement::Placement(int tasks, int processes, std::shared_ptr<const Rule> rule)
    : tasks_(tasks), processes_(processes), rule_(std::move(rule)) {}

Placement Placement::ranges(int tasks, int processes) {
  check(tasks, processes);
  return {tasks, processes, std::make_shared<Ranges>(tasks, processes)};
}

Placement Placement::blocks(const Geometry& geometry, int processes) {
  check(geometry.size(), processes);
  if (auto blocks = Blocks::of(geometry, processes)) return {geometry.size(), processes, blocks};
  return ranges(geometry.size(), processes);
}

Placement Placement::hierarchical(const Geometry& geometry, int nodes, int processes_on_node) {
  check(geometry.size(), 1LL * nodes * processes_on_node);
  return blocks(geometry, nodes).split(processes_on_node);
}

Placement Placement::block_cyclic(const Geometry& geometry, const Geometry& processes,
                                  const std::vector<int>& block) {
  return {geometry.size(), processes.size(),
          std::make_shared<BlockCyclic>(geometry, processes, block)};
}

Placement Placement::table(std::vector<ProcessId> process_of, int processes) {
  const int tasks = static_cast<int>(process_of.size());
  return {tasks, processes, std::make_shared<Table>(std::move(process_of), processes)};
}

Placement Placement::split(int parts) const {
  if (parts < 1) throw std::invalid_argument(fmt::format("{} parts of a process", parts));
  std::shared_ptr<const Rule> rule = rule_->split(parts);
  if (rule == nullptr) rule = std::make_shared<Parts>(rule_, parts);
  return {tasks_, processes_ * parts, rule};
}

ProcessId Placement::process_of(TaskId task) const {
  return processes_ == 1 ? 0 : rule_->process_of(task);
}

std::vector<TaskId> Placement::tasks_of(ProcessId process) const {
  return rule_->tasks_of(process);
}

int Placement::index_in_process(TaskId task) const {
  return processes_ == 1 ? task : rule_->index_in_process(task);
}

bool feeds_other_process(TaskId task, const Layout& layout, const Geometry& geometry,
                         const Placement& placement) {
  const ProcessId here = placement.process_of(task);
  for (TaskId target : layout.targets(task, geometry))
    if (placement.process_of(target) != here) return true;
  return false;
}

}  // namespace bamboo
