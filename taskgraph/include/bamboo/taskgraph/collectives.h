// SPDX-License-Identifier: Apache-2.0
// Collective calls of a program between the runs of its graphs. Those of tasks, while a graph runs:
// data_task.h.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/internal/collective_call.h"
#include "bamboo/taskgraph/reduction.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo {

// All processes make the same calls, and those of sum() and gather(), in the same order, in the
// thread that made the Runtime, and outside of tasks. Graphs may run meanwhile, but not the one
// whose values are reduced. A call that another process does not make is a deadlock, which is
// reported.

/// Returns when all processes have called it.
void barrier(Runtime& runtime);

/// Implements reduce(): `values` of the tasks of this process, by their ids.
void reduce_values(const TaskGraph& graph, const CollectiveCall& call,
                   std::span<const std::byte> values, std::span<std::byte> result);
/// Throws std::logic_error where the graph has no tasks yet, or runs.
void check_values_of(const TaskGraph& graph, const char* call);

/// value() of all tasks, reduced to one by an operation, in every process:
///
///     const double error = reduce(graph, &Stencil::error, Maximum());
///
/// The result has the same bits for any number of processes and workers, and those of
/// DataTask::reduce(). Throws std::logic_error where the graph has no tasks yet, or runs, and
/// std::invalid_argument where a task is no T.
template <class T, SendableInVector V, ReducerOf<V> Operation>
V reduce(const TaskGraph& graph, V (T::*value)() const, Operation) {
  check_values_of(graph, "reduce()");
  std::vector<V> values;
  values.reserve(graph.tasks().size());
  for (const auto& task : graph.tasks()) {
    const auto* typed = dynamic_cast<const T*>(task.get());
    if (typed == nullptr)
      throw std::invalid_argument("reduce() of a class of which " + graph.name_of(*task) +
                                  " is not");
    values.push_back((typed->*value)());
  }
  V result{};
  reduce_values(graph, CollectiveCall::reduction<V, Operation>(1), std::as_bytes(std::span(values)),
                std::as_writable_bytes(std::span(&result, 1)));
  return result;
}

}  // namespace bamboo
