// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/hints.h"
#include "bamboo/taskgraph/layout.h"

namespace bamboo {

/// A layout whose edges are added one by one, for graphs without a geometry. A process need not add
/// more than the edges that begin or end at its own tasks.
///
/// The first question after an add() sorts the edges, in a time that grows with their number and
/// that of the tasks: only from then on may several threads ask at once.
class EdgeList final : public Layout {
 public:
  explicit EdgeList(std::string name = "EdgeList") : name_(std::move(name)) {}

  void reserve(std::size_t edges) { added_.reserve(edges); }
  /// Adds an edge. Hints for an existing edge replace its previous hints. Throws
  /// std::invalid_argument if a number is negative.
  void add(TaskId from, TaskId to, const EdgeHints& hints = {});

  /// Ascending.
  std::span<const TaskId> targets_of(TaskId task) const;
  std::span<const TaskId> sources_of(TaskId task) const;
  /// Nullopt: there is no such edge.
  std::optional<EdgeHints> hints(TaskId from, TaskId to) const;
  bool has_hints() const { return !hinted_.empty(); }
  std::size_t size() const;
  /// No edge names this task or one with a larger number.
  TaskId end() const { return end_; }

  std::string name() const override { return name_; }
  std::vector<TaskId> targets(TaskId task, const Geometry& geometry) const override;
  std::vector<TaskId> sources(TaskId task, const Geometry& geometry) const override;
  bool lists_sources() const override { return true; }
  bool contains(TaskId from, TaskId to, const Geometry& geometry) const override;

 private:
  struct Edge {
    TaskId from, to;
    auto operator<=>(const Edge&) const = default;
  };
  /// The tasks at the other ends, one list after another.
  struct Lists {
    std::vector<std::size_t> begin;
    std::vector<TaskId> tasks;
    std::span<const TaskId> of(TaskId task) const;
  };
  static Lists group(std::span<const Edge> edges, TaskId end, TaskId Edge::* by, TaskId Edge::* of);
  void sort() const;

  std::string name_;
  TaskId end_ = 0;
  std::vector<Edge> added_;
  mutable std::vector<std::pair<Edge, EdgeHints>> hinted_;  ///< the edges that have hints
  mutable std::size_t sorted_ = 0;  ///< how many of the added edges are in the lists
  mutable Lists targets_, sources_;
};

}  // namespace bamboo
