// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ranges>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/recursive_halving.h"

namespace bamboo::plans {

// Rabenseifner's algorithm: each group forms a segment of the result by recursive halving. The
// rounds are then reversed: a rank that is not on the root's side of a round sends all its data to
// the other one. Each rank sends the vector at most about twice, in a logarithmic number of
// messages.
Plan reduce_halving(const Problem& p) {
  Builder plan(p, "reduce/halving");
  const bool root = p.rank == p.root;
  const Place vector = root ? output() : plan.scratch(p.count);
  RecursiveHalving halving(plan, p, vector);
  if (!halving.takes_part()) {
    const auto sent = halving.hand_over();
    if (root) plan.receive(p.rank + 1, output(), p.count, {p.in_place ? sent : Builder::none});
    return plan.take();
  }
  halving.combine();
  Builder::After here{halving.settle(vector)};
  std::size_t begin = halving.begin(), count = halving.count();
  const int of_root = halving.group_of(p.root);
  for (const auto& round : halving.rounds() | std::views::reverse) {
    const int peer = halving.member(halving.group() ^ round.half);
    if ((halving.group() & round.half) != (of_root & round.half)) {
      plan.send(peer, vector + begin, count, here);
      return plan.take();
    }
    here.push_back(plan.receive(peer, vector + round.begin, round.count, {round.free}));
    begin = std::min(begin, round.begin);
    count += round.count;
  }
  if (!root) plan.send(p.root, vector, p.count, here);
  return plan.take();
}

}  // namespace bamboo::plans
