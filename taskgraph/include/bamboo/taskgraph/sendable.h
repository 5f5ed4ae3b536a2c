// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <ranges>
#include <type_traits>

#include "bamboo/taskgraph/internal/recycled_memory.h"

namespace bamboo {

/// Types whose bytes have the same meaning in another process. Pointers and views (which contain
/// pointers) are excluded.
template <class T>
concept Sendable = std::is_object_v<T> && std::is_trivially_copyable_v<T> && !std::is_const_v<T> &&
                   !std::is_pointer_v<T> && !std::is_member_pointer_v<T> && !std::ranges::view<T> &&
                   alignof(T) <= recycled::alignment;

/// Element types that a std::vector stores in an array (bool is excluded).
template <class T>
concept SendableInVector = Sendable<T> && !std::same_as<T, bool>;

/// A contiguous range of such values: a vector, an array, a span.
template <class Range>
concept SendableRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                        Sendable<std::ranges::range_value_t<Range>>;

}  // namespace bamboo
