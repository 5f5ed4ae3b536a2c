// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/schedulers.h"
#include "schedulers/by_size.h"
#include "schedulers/first_fit.h"

namespace bamboo::plans {

// The paper fills one phase after the other, each from all that is left, in order of sizes. A
// message then lands in the first phase in which it meets no larger one, so that each message can
// as well look for its phase by itself: one pass over the messages instead of one for each phase.
Phases greedy(const Traffic& traffic, const Network& network, std::size_t small) {
  return first_fit(traffic, network, by_size(traffic), small, "greedy");
}

}  // namespace bamboo::plans
