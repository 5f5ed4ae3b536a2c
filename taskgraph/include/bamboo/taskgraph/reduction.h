// SPDX-License-Identifier: Apache-2.0
// Operations that reduce the values of all tasks to one.
#pragma once

#include <algorithm>
#include <type_traits>

#include "bamboo/taskgraph/buffer.h"

namespace bamboo {

/// A function object without state that makes one V of two: std::plus<>, Maximum, a lambda without
/// captures. It is associative; it need not be commutative. Any thread of the process calls it,
/// also one that takes messages, and holds a lock meanwhile that other collective calls of the
/// graph need. So it is short, waits for nothing, and calls no function of the runtime. Where it
/// throws, the job ends.
template <class Operation, class V>
concept ReducerOf =
    Sendable<V> && std::is_empty_v<Operation> && std::is_default_constructible_v<Operation> &&
    std::is_invocable_r_v<V, const Operation&, const V&, const V&>;

/// The larger of two values by operator<.
struct Maximum {
  template <class V>
  V operator()(const V& left, const V& right) const {
    return std::max(left, right);
  }
};

/// The smaller of two values by operator<.
struct Minimum {
  template <class V>
  V operator()(const V& left, const V& right) const {
    return std::min(left, right);
  }
};

}  // namespace bamboo
