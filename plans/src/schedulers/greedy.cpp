// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/schedulers.h"
#include "schedulers/by_size.h"
#include "schedulers/first_fit.h"

namespace bamboo::plans {

// The paper fills one phase after the other, each from all remaining messages in order of size. A
// message then gets into the first phase without a conflicting larger one, so each message can
// search for its phase by itself: one pass over the messages instead of one per phase.
Phases greedy(const Traffic& traffic, const Network& network, std::size_t small) {
  return first_fit(traffic, network, by_size(traffic), small, "greedy");
}

}  // namespace bamboo::plans
