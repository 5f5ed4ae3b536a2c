// SPDX-License-Identifier: Apache-2.0
// The rest of a nest: the iterations around its core.
#include <algorithm>

#include "split_plan.h"

namespace bamboo::overlap {

void SplitPlan::shrink_core(const Box& done) {
  core_ = done;
  rest_.clear();
  cut_rest();
}

/// Cuts the rest around the core, the outermost loop's parts first: long rows stay long.
void SplitPlan::cut_rest() {
  Box rest;
  for (const int64_t count : counts_) rest.push_back({0, count});
  if (std::any_of(core_.begin(), core_.end(), [](const Range& one) { return one.size() == 0; })) {
    rest_.push_back(rest);
    return;
  }
  for (size_t loop = 0; loop < counts_.size(); ++loop) {
    for (const Range& part : {Range{0, core_[loop].first}, Range{core_[loop].end, counts_[loop]}}) {
      if (part.size() == 0) continue;
      rest_.push_back(rest);
      rest_.back()[loop] = part;
    }
    rest[loop] = core_[loop];
  }
}

}  // namespace bamboo::overlap
