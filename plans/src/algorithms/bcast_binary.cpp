// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/segments.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Down a binary tree in segments: every rank sends every byte at most twice, and the way is only
// log2 n ranks long. Between what a binomial tree and what a chain is good for: blocks of a middle
// size for many ranks.
Plan bcast_binary(const Problem& p) {
  constexpr std::size_t segments = 32, smallest = 4 * 1024;
  Builder plan(p, "bcast/binary");
  const int relative = shifted(p.rank, -p.root, p.size);
  const auto rank_of = [&](int other) { return shifted(other, p.root, p.size); };
  const std::size_t length = segment_length(p.count, segments, smallest);
  for (std::size_t begin = 0; begin < p.count; begin += length) {
    const std::size_t count = std::min(length, p.count - begin);
    const auto here = relative == 0
                          ? Builder::none
                          : plan.receive(rank_of((relative - 1) / 2), output(begin), count);
    for (int child = 2 * relative + 1; child <= 2 * relative + 2 && child < p.size; ++child)
      plan.send(rank_of(child), output(begin), count, {here});
  }
  return plan.take();
}

}  // namespace bamboo::plans
