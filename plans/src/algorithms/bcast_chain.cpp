// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/segments.h"
#include "plan/builder.h"

namespace bamboo::plans {

// From rank to rank in segments: every rank sends every byte at most once and forwards one segment
// while the next one arrives. The latency grows with the ranks, so it is for few ranks and large
// blocks.
Plan bcast_chain(const Problem& p) {
  constexpr std::size_t smallest = 16 * 1024;
  Builder plan(p, "bcast/chain");
  const int relative = shifted(p.rank, -p.root, p.size);
  const int before = shifted(p.rank, -1, p.size), after = shifted(p.rank, 1, p.size);
  const std::size_t length = segment_length(p.count, chain_segments(p.size), smallest);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    const auto here = relative == 0 ? Builder::none : plan.receive(before, output(begin), count);
    if (relative + 1 < p.size) plan.send(after, output(begin), count, {here});
  }
  return plan.take();
}

}  // namespace bamboo::plans
