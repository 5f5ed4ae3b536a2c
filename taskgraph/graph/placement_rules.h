// SPDX-License-Identifier: Apache-2.0
// The kinds of placement.
#pragma once

#include <memory>
#include <vector>

#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// A box of tasks that is to be split among parts of one size.
struct TaskBox {
  std::vector<int> extents;
  /// The relative size of a task's face across each dimension: the cost of an edge across it.
  std::vector<long long> face;
  std::vector<bool> wraps;  ///< whether its two ends are neighbours
};

class Placement::Rule {
 public:
  virtual ~Rule() = default;
  virtual ProcessId process_of(TaskId task) const = 0;
  virtual std::vector<TaskId> tasks_of(ProcessId process) const = 0;
  virtual int index_in_process(TaskId task) const = 0;
  virtual int count(ProcessId process) const = 0;
  /// Each process in so many compact parts; null: no grid divides them.
  virtual std::shared_ptr<const Rule> split(int) const { return nullptr; }
};

class Placement::Ranges final : public Rule {
 public:
  Ranges(int tasks, int processes)
      : size_(tasks / processes), longer_(tasks % processes), in_longer_(longer_ * (size_ + 1)) {}
  ProcessId process_of(TaskId task) const override;
  std::vector<TaskId> tasks_of(ProcessId process) const override;
  int index_in_process(TaskId task) const override;
  int count(ProcessId process) const override { return size_ + (process < longer_ ? 1 : 0); }
  int first(ProcessId process) const;

 private:
  /// The first `longer_` processes have one task more than `size_`.
  const int size_, longer_, in_longer_;
};

/// Boxes of one size. Levels of grids: each divides the boxes of the one before.
class Placement::Blocks final : public Rule {
 public:
  /// Returns null if no grid divides the geometry.
  static std::shared_ptr<const Blocks> of(const Geometry& geometry, int processes);

  ProcessId process_of(TaskId task) const override;
  std::vector<TaskId> tasks_of(ProcessId process) const override;
  int index_in_process(TaskId task) const override;
  int count(ProcessId process) const override;
  std::shared_ptr<const Rule> split(int parts) const override;

 private:
  struct Level {
    std::vector<int> grid, lengths;  ///< how many parts, and how long each
  };
  explicit Blocks(const Geometry& geometry);
  std::shared_ptr<const Blocks> divided(int parts) const;

  std::vector<int> extents_;   ///< of the geometry
  std::vector<Level> levels_;  ///< the first one divides the geometry
  TaskBox box_;                ///< of one process
};

class Placement::BlockCyclic final : public Rule {
 public:
  BlockCyclic(const Geometry& geometry, const Geometry& processes, const std::vector<int>& block);
  ProcessId process_of(TaskId task) const override;
  std::vector<TaskId> tasks_of(ProcessId process) const override;
  int index_in_process(TaskId task) const override;
  int count(ProcessId process) const override;

 private:
  struct Dimension {
    int extent, processes, block;
    int owner(int at) const { return at / block % processes; }
    int local(int at) const { return at / (block * processes) * block + at % block; }
    /// Returns how many coordinates a process has.
    int count(int process) const;
  };
  std::vector<Dimension> dimensions_;
};

class Placement::Table final : public Rule {
 public:
  Table(std::vector<ProcessId> process_of, int processes);
  ProcessId process_of(TaskId task) const override { return process_of_[task]; }
  std::vector<TaskId> tasks_of(ProcessId process) const override { return tasks_of_[process]; }
  int index_in_process(TaskId task) const override { return index_[task]; }
  int count(ProcessId process) const override {
    return static_cast<int>(tasks_of_[process].size());
  }

 private:
  const std::vector<ProcessId> process_of_;
  std::vector<std::vector<TaskId>> tasks_of_;
  std::vector<int> index_;
};

/// The tasks of each process of another placement in ranges.
class Placement::Parts final : public Rule {
 public:
  Parts(std::shared_ptr<const Rule> whole, int parts) : whole_(std::move(whole)), parts_(parts) {}
  ProcessId process_of(TaskId task) const override;
  std::vector<TaskId> tasks_of(ProcessId part) const override;
  int index_in_process(TaskId task) const override;
  int count(ProcessId part) const override { return ranges_of(part / parts_).count(part % parts_); }

 private:
  Ranges ranges_of(ProcessId process) const { return {whole_->count(process), parts_}; }
  const std::shared_ptr<const Rule> whole_;
  const int parts_;
};

}  // namespace bamboo
