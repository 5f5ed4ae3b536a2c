// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Bruck: ceil(log2 n) messages that carry many small blocks, instead of n - 1. The block for the
// rank i after travels the distances of the binary digits of i.
Plan alltoall_bruck(const Problem& p) {
  Builder plan(p, "alltoall/bruck");
  const std::size_t unit = p.count;
  const Place held = plan.scratch(p.size * unit);     // block i is on its way to the rank i after
  const Place packed = plan.scratch(p.size * unit);   // what leaves
  const Place arrived = plan.scratch(p.size * unit);  // received blocks, split anew in every step
  std::vector<Builder::Id> filled(p.size);
  for (int i = 0; i < p.size; ++i)
    filled[i] = plan.copy(input(shifted(p.rank, i, p.size) * unit), held + i * unit, unit);

  Builder::Id sent = Builder::none;  // the last use of `packed`
  Builder::After unpacked;           // the last uses of `arrived`
  for (int distance = 1; distance < p.size; distance *= 2) {
    std::vector<int> moving;
    for (int i = 0; i < p.size; ++i)
      if (i & distance) moving.push_back(i);
    Builder::After ready;
    for (std::size_t k = 0; k < moving.size(); ++k)
      ready.push_back(
          plan.copy(held + moving[k] * unit, packed + k * unit, unit, {filled[moving[k]], sent}));
    const std::size_t units = moving.size() * unit;
    sent = plan.send(shifted(p.rank, distance, p.size), packed, units, ready);
    const auto here = plan.receive(shifted(p.rank, -distance, p.size), arrived, units, unpacked);
    unpacked.clear();
    for (std::size_t k = 0; k < moving.size(); ++k) {
      filled[moving[k]] =
          plan.copy(arrived + k * unit, held + moving[k] * unit, unit, {here, ready[k]});
      unpacked.push_back(filled[moving[k]]);
    }
  }
  for (int i = 0; i < p.size; ++i)
    plan.copy(held + i * unit, output(shifted(p.rank, -i, p.size) * unit), unit, {filled[i]});
  return plan.take();
}

}  // namespace bamboo::plans
