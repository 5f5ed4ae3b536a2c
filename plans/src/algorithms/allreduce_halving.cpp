// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/recursive_halving.h"

namespace bamboo::plans {

// Rabenseifner's algorithm: each group forms a segment of the result by recursive halving. The
// rounds are then reversed, and the two ranks of a round exchange all that they have. Each rank
// sends the vector about twice, in a logarithmic number of messages.
Plan allreduce_halving(const Problem& p) {
  Builder plan(p, "allreduce/halving");
  RecursiveHalving halving(plan, p, output());
  if (!halving.takes_part()) {
    // In place, the operand is sent from the place where the result will arrive.
    const auto sent = halving.hand_over();
    plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  halving.combine();
  Builder::After here{halving.settle(output())};
  std::size_t begin = halving.begin(), count = halving.count();
  for (const auto& round : halving.rounds() | std::views::reverse) {
    const int peer = halving.member(halving.group() ^ round.half);
    plan.send(peer, output(begin), count, here);
    here.push_back(plan.receive(peer, output(round.begin), round.count, {round.free}));
    begin = std::min(begin, round.begin);
    count += round.count;
  }
  if (halving.is_pair()) plan.send(p.rank - 1, output(), p.count, here);
  return plan.take();
}

}  // namespace bamboo::plans
