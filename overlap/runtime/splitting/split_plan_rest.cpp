// SPDX-License-Identifier: Apache-2.0
// The rest of a nest: the iterations around its core, and what they access.
#include <algorithm>

#include "split_plan.h"

namespace bamboo::overlap {

void SplitPlan::shrink_core(const std::vector<Box>& done) {
  Box whole;
  for (const int64_t count : counts_) whole.push_back({0, count});
  rest_ = {whole};
  for (const Box& part : done) rest_ = without(rest_, part);
}

/// Whether an access of this nest may not be swapped with the other one.
bool SplitPlan::may_meet(const Access& other) const {
  const AddressRange memory = other.memory();
  return std::any_of(accesses_.begin(), accesses_.end(), [&](const Access& own) {
    const AddressRange all = own.memory();
    return (own.written || other.written) && all.first < memory.end && memory.first < all.end;
  });
}

void SplitPlan::touch_rest_of(unsigned site, const SplitPlan& earlier) {
  for (const Box& part : earlier.rest_) {
    for (const Access& access : earlier.accesses_) {
      if (!is_usable()) return;
      if (!may_meet(access)) continue;
      TouchRun run{access.address, access.bytes, 0, 1, access.written};
      std::vector<Steps> outer;  // the longest stride first
      for (const Term& term : access.terms) {
        const Range& range = part[term.loop];
        const int64_t count = earlier.counts_[term.loop];
        run.first += term.stride * (term.backwards ? count - range.end : range.first);
        if (range.size() > 1) outer.push_back({term.stride, range.size()});
      }
      for (; !outer.empty() && outer.back().stride <= run.bytes; outer.pop_back())
        run.bytes += outer.back().stride * (outer.back().count - 1);
      if (!outer.empty()) {
        run.stride = outer.back().stride;
        run.count = outer.back().count;
        outer.pop_back();
      }
      touch_part(site, run, outer);
      end_group();  // each part, and each access, is another part of the data
    }
  }
}

/// Touches a run for each combination of the outer steps.
void SplitPlan::touch_part(unsigned site, const TouchRun& run, std::vector<Steps>& outer) {
  if (outer.empty())
    return touch_run(site, static_cast<uint64_t>(run.first), static_cast<uint64_t>(run.bytes),
                     run.stride, static_cast<uint64_t>(run.count), run.written);
  const Steps steps = outer.back();
  outer.pop_back();
  TouchRun next = run;
  for (int64_t i = 0; i < steps.count && is_usable(); ++i, next.first += steps.stride)
    touch_part(site, next, outer);
  outer.push_back(steps);
}

}  // namespace bamboo::overlap
