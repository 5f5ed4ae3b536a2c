// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "../link_load.h"
#include "bamboo/plans/schedulers.h"
#include "by_size.h"

namespace bamboo::plans {

// The paper fills one phase after the other, each from all that is left, in order of sizes. A
// message then lands in the first phase in which it meets no larger one, so that each message can
// as well look for its phase by itself: one pass over the messages instead of one for each phase.
Phases greedy(const Traffic& traffic, const Network& network, std::size_t small) {
  Phases out{traffic.size, "greedy", {}, false};
  PhaseTable table(network);
  std::vector<Transfer> rest;
  for (std::uint32_t index : by_size(traffic)) {
    const Message& message = traffic.messages[index];
    // No further phase opens for the small ones; where none has room, the last one takes all.
    const int limit = message.bytes < small ? static_cast<int>(out.phases.size())
                                            : std::numeric_limits<int>::max();
    const int phase = table.place(message.from, message.to, limit);
    if (phase == PhaseTable::none) {
      rest.push_back(whole(message));
      continue;
    }
    if (phase == static_cast<int>(out.phases.size())) out.phases.emplace_back();
    out.phases[phase].push_back(whole(message));
  }
  out.small_last = !rest.empty();
  if (out.small_last) out.phases.push_back(std::move(rest));
  return out;
}

}  // namespace bamboo::plans
