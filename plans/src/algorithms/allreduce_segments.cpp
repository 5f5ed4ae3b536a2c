// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "algorithms/shapes/direct_reduction.h"
#include "algorithms/shapes/ring.h"

namespace bamboo::plans {

// The vector is cut into one segment for each rank. Rank i combines all ranks' segments i; then the
// segments go round the ring. Each rank sends the vector about twice, whatever the number of ranks,
// and all ranks get the very same bits since each segment is formed once.
Plan allreduce_segments(const Problem& p) {
  Builder plan(p, "allreduce/segments");
  const Blocks segments = Blocks::cut(p.count, p.size);
  const Place own = output(segments.offset(p.rank));
  const DirectReduction reduction =
      add_direct_reduction(plan, p.rank, segments, p.in_place ? output() : input(), own);
  // In place, a segment must be sent before the result replaces it.
  add_ring(plan, p.rank, segments, own, reduction.done,
           [&](int i) { return p.in_place ? reduction.sends[i] : Builder::none; });
  return plan.take();
}

}  // namespace bamboo::plans
