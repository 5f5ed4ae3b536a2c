// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plan/builder.h"

namespace bamboo::plans {

/// One operand of a fold.
struct FoldPart {
  Place place;
  Builder::After ready;  ///< the steps that put it there
  bool is_kept = false;  ///< another step reads it too, so the value must not grow there
};

/// result = parts[0] op … op parts.back(), from the last one down: each step has its left operand
/// in hand, and all ranks that fold the same parts bracket them alike. `free`: steps that still
/// read what stands at `result`. Returns the step that ends it;
/// none where the only part stands at `result`.
inline Builder::Id add_fold(Builder& plan, std::span<const FoldPart> parts, std::size_t count,
                            Place result, const Builder::After& free = {}) {
  const FoldPart& last = parts.back();
  Place value = last.place;
  Builder::After ready = last.ready;
  const auto wait_for = [&ready](const Builder::After& steps) {
    ready.insert(ready.end(), steps.begin(), steps.end());
  };
  Builder::Id done = Builder::none;
  const auto bring_to_result = [&] {
    wait_for(free);
    if (value == result) return;
    ready = {done = plan.copy(value, result, count, ready)};
    value = result;
  };
  if (last.is_kept || value == result) bring_to_result();
  for (const FoldPart* part = &last; part != parts.data();) {
    --part;
    wait_for(part->ready);
    ready = {done = plan.reduce(part->place, value, count, ready)};
  }
  if (!(value == result)) bring_to_result();
  return done;
}

}  // namespace bamboo::plans
