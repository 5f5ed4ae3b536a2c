// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Hillis and Steele: after round k a rank holds the combination of the 2^k contributions that end
// with its own; it passes that to the rank 2^k after and puts in front what the rank 2^k before
// sends. Exscan first shifts the contributions up by one rank and then scans those.
Plan scan_doubling(const Problem& p) {
  const bool exclusive = p.operation == Operation::Exscan;
  Builder plan(p, exclusive ? "exscan/doubling" : "scan/doubling");
  const int first = exclusive ? 1 : 0;
  Builder::Id ready = Builder::none;
  if (exclusive) {
    Place contribution = p.in_place ? output() : input();
    Builder::Id saved = Builder::none;
    if (p.in_place && p.rank > 0 && p.rank + 1 < p.size) {
      contribution = plan.scratch(p.count);  // the neighbour's value is about to replace it
      saved = plan.copy(output(), contribution, p.count);
    }
    if (p.rank + 1 < p.size) plan.send(p.rank + 1, contribution, p.count, {saved});
    if (p.rank == 0) return plan.take();
    ready = plan.receive(p.rank - 1, output(), p.count, {saved});
  } else if (!p.in_place) {
    ready = plan.copy(input(), output(), p.count);
  }
  for (int distance = 1; distance < p.size - first; distance *= 2) {
    Builder::Id sent = Builder::none;
    if (p.rank + distance < p.size) sent = plan.send(p.rank + distance, output(), p.count, {ready});
    if (p.rank - distance < first) continue;
    const Place before = plan.scratch(p.count);
    const auto here = plan.receive(p.rank - distance, before, p.count);
    ready = plan.reduce(before, output(), p.count, {ready, here, sent});
  }
  return plan.take();
}

}  // namespace bamboo::plans
