// SPDX-License-Identifier: Apache-2.0
#include "graph/placement_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace bamboo {

ProcessId Placement::Ranges::process_of(TaskId task) const {
  return task < in_longer_ ? task / (size_ + 1) : longer_ + (task - in_longer_) / size_;
}

int Placement::Ranges::first(ProcessId process) const {
  return process * size_ + std::min(process, longer_);
}

std::vector<TaskId> Placement::Ranges::tasks_of(ProcessId process) const {
  std::vector<TaskId> result(count(process));
  std::iota(result.begin(), result.end(), first(process));
  return result;
}

int Placement::Ranges::index_in_process(TaskId task) const {
  return task < in_longer_ ? task % (size_ + 1) : (task - in_longer_) % size_;
}

Placement::Table::Table(std::vector<ProcessId> process_of, int processes)
    : process_of_(std::move(process_of)), tasks_of_(std::max(processes, 0)) {
  for (TaskId task = 0; task < static_cast<TaskId>(process_of_.size()); ++task) {
    const ProcessId process = process_of_[task];
    if (process < 0 || process >= processes) {
      throw std::invalid_argument(
          fmt::format("task {} is placed in process {} of {}", task, process, processes));
    }
    index_.push_back(count(process));
    tasks_of_[process].push_back(task);
  }
}

ProcessId Placement::Parts::process_of(TaskId task) const {
  const ProcessId process = whole_->process_of(task);
  return process * parts_ + ranges_of(process).process_of(whole_->index_in_process(task));
}

std::vector<TaskId> Placement::Parts::tasks_of(ProcessId part) const {
  const std::vector<TaskId> all = whole_->tasks_of(part / parts_);
  const Ranges ranges = ranges_of(part / parts_);
  const auto first = all.begin() + ranges.first(part % parts_);
  return {first, first + ranges.count(part % parts_)};
}

int Placement::Parts::index_in_process(TaskId task) const {
  return ranges_of(whole_->process_of(task)).index_in_process(whole_->index_in_process(task));
}

}  // namespace bamboo
