// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Bruck: a rank holds the blocks of the ranks from its own upwards and doubles their number in
// every step; ceil(log2 n) messages for any n. At the end the blocks are rotated into place.
Plan allgather_bruck(const Problem& p) {
  Builder plan(p, "allgather/bruck");
  const Place held = plan.scratch(p.size * p.count);  // block i: rank + i
  Builder::After here;
  here.push_back(plan.copy(p.in_place ? output(p.rank * p.count) : input(), held, p.count));
  for (int have = 1; have < p.size; have *= 2) {
    const std::size_t units = std::min(have, p.size - have) * p.count;
    plan.send(shifted(p.rank, -have, p.size), held, units, here);
    here.push_back(plan.receive(shifted(p.rank, have, p.size), held + have * p.count, units));
  }
  const std::size_t high = (p.size - p.rank) * p.count;
  plan.copy(held, output(p.rank * p.count), high, here);
  plan.copy(held + high, output(), p.rank * p.count, here);
  return plan.take();
}

}  // namespace bamboo::plans
