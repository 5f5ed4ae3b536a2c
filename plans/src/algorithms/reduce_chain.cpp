// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/segments.h"
#include "plan/builder.h"

namespace bamboo::plans {

// From the last rank to the first in segments: each rank adds its operand on the left and forwards
// a segment while the next one arrives. Operands keep the order of ranks for any root, so rank 0
// has the result and sends it to another root. For large vectors: every rank sends them about once.
Plan reduce_chain(const Problem& p) {
  constexpr std::size_t smallest = 4 * 1024;
  Builder plan(p, "reduce/chain");
  const std::size_t length = segment_length(p.count, chain_segments(p.size), smallest);
  const bool root = p.rank == p.root, first = p.rank == 0, last = p.rank + 1 == p.size;
  const Place own = p.in_place ? output() : input();
  // The root's operand may be at the place of the result, so partial results need other memory.
  const Place partial = last                           ? own
                        : first && root && !p.in_place ? output()
                                                       : plan.scratch(p.count);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    auto ready = Builder::none;
    if (!last) {
      ready = plan.receive(p.rank + 1, partial + begin, count);
      ready = plan.reduce(own + begin, partial + begin, count, {ready});
    }
    if (!first) ready = plan.send(p.rank - 1, partial + begin, count, {ready});
    if (first && !root) plan.send(p.root, partial + begin, count, {ready});
    if (!root) continue;
    if (!first)
      plan.receive(0, output(begin), count, {ready});
    else if (partial + begin != output(begin))
      plan.copy(partial + begin, output(begin), count, {ready});
  }
  return plan.take();
}

}  // namespace bamboo::plans
