// SPDX-License-Identifier: Apache-2.0
#include "nest_trial.h"

#include <algorithm>

namespace bamboo::overlap {
NestTurn NestTrial::next() {
  if (left_ > 0) {
    --left_;
    return {faster_, false};
  }
  const bool is_balanced = of(NestWay::split).count <= of(NestWay::whole).count;
  return {is_balanced ? NestWay::split : NestWay::whole, true};
}

void NestTrial::took(NestWay way, Time time) {
  Samples& own = of(way);
  own.least = std::min(own.least, time);
  ++own.count;
  const Samples &split = of(NestWay::split), &whole = of(NestWay::whole);
  if (split.count < kSamples || whole.count < kSamples) return;
  faster_ = split.least <= whole.least ? NestWay::split : NestWay::whole;
  left_ = period_;
  period_ = std::min(period_ * 8, kLongestPeriod);
  samples_ = {};
}

}  // namespace bamboo::overlap
