// SPDX-License-Identifier: Apache-2.0
// What a collective call of a task says, whatever the types of its values.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/internal/element_type.h"
#include "bamboo/taskgraph/types.h"

namespace bamboo {

struct CollectiveCall {
  enum class Kind : std::uint32_t { Barrier, Reduce, Broadcast };

  /// What is the same in the calls of all tasks. It travels with each message.
  struct Shape {
    Kind kind = Kind::Barrier;
    std::uint32_t element = 0;    ///< label of the values' type
    std::uint32_t operation = 0;  ///< label of the operation's type
    TaskId root = -1;             ///< of a broadcast
    std::uint64_t bytes = 0;      ///< of the value of a task; 0 where only the root knows
    bool operator==(const Shape&) const = default;
  };

  /// Combines `bytes` bytes of values, element by element: left = operation(left, right).
  using Combine = void (*)(std::byte* left, const std::byte* right, std::size_t bytes);

  Shape shape;
  Combine combine = nullptr;

  template <class V, class Operation>
  static CollectiveCall reduction(std::size_t elements) {
    return {.shape = {.kind = Kind::Reduce,
                      .element = element_label<V>(),
                      .operation = element_type::hash<Operation>(),
                      .bytes = elements * sizeof(V)},
            .combine = [](std::byte* left, const std::byte* right, std::size_t bytes) {
              auto* mine = reinterpret_cast<V*>(left);
              const auto* theirs = reinterpret_cast<const V*>(right);
              for (std::size_t i = 0; i < bytes / sizeof(V); ++i)
                mine[i] = Operation{}(mine[i], theirs[i]);
            }};
  }
  template <class V>
  static CollectiveCall broadcast(TaskId root) {
    CollectiveCall call = broadcast_of_range<V>(root);
    call.shape.bytes = sizeof(V);
    return call;
  }
  template <class V>
  static CollectiveCall broadcast_of_range(TaskId root) {
    return {.shape = {.kind = Kind::Broadcast, .element = element_label<V>(), .root = root}};
  }
};

/// Values that one task contributes: for itself, or for several leaves of the tree of combination.
struct Contribution {
  std::span<const std::byte> values;  ///< one behind the other, in the order of the leaves
  std::span<const TaskId> leaves;
  int all_leaves;  ///< of all tasks
};

/// What all tasks of a process share: the result of one collective operation.
struct CollectiveResult {
  Buffer value;                   ///< constant once it is here
  std::atomic<bool> here{false};  ///< stored with release
};

}  // namespace bamboo
