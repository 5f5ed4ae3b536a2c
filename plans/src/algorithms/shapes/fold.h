// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "algorithms/shapes/reduction_tree.h"
#include "plan/builder.h"

namespace bamboo::plans {

/// One operand of a fold.
struct FoldPart {
  Place place;
  Builder::After ready;  ///< the steps that put it there
  bool is_kept = false;  ///< another step reads it too, so the value must not grow there
};

/// result = parts[0] op … op parts.back(), bracketed by the reduction tree, so that the result has
/// the same bits for any algorithm and one number of ranks. `free` are steps that still read
/// `result`. Returns the final step, or none if the only part is already in `result`.
inline Builder::Id add_fold(Builder& plan, std::span<const FoldPart> parts, std::size_t count,
                            Place result, const Builder::After& free = {}) {
  Builder::Id done = Builder::none;
  const auto copy = [&](const FoldPart& from, Place to, Builder::After after) {
    after.insert(after.end(), from.ready.begin(), from.ready.end());
    if (from.place == to) return FoldPart{to, std::move(after)};
    done = plan.copy(from.place, to, count, after);
    return FoldPart{to, {done}};
  };
  const auto combine = [&](const FoldPart& left, const FoldPart& right) {
    // The value accumulates in the place of the right operand.
    FoldPart both = right.is_kept ? copy(right, plan.scratch(count), {}) : right;
    both.ready.insert(both.ready.end(), left.ready.begin(), left.ready.end());
    both.ready = {done = plan.reduce(left.place, both.place, count, both.ready)};
    return both;
  };
  std::vector<FoldPart> values(parts.begin(), parts.end());
  FoldPart& last = values.back();
  if (last.is_kept || last.place == result) last = copy(last, result, free);
  const ReductionTree tree(static_cast<int>(parts.size()));
  for (int group = 0; group < tree.groups(); ++group) {
    const int first = tree.first(group);
    values[group] = tree.is_pair(group) ? combine(values[first], values[first + 1]) : values[first];
  }
  for (int left = tree.groups() / 2; left > 0; left /= 2)
    for (int i = 0; i < left; ++i) values[i] = combine(values[2 * i], values[2 * i + 1]);
  copy(values.front(), result, values.front().place == result ? Builder::After{} : free);
  return done;
}

}  // namespace bamboo::plans
