// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "algorithms/algorithms.h"
#include "algorithms/shapes/fold.h"

namespace bamboo::plans {
namespace {

/// Whether a rank's result contains another rank's contribution.
bool needs(const Problem& p, int rank, int contributor) {
  switch (p.operation) {
    case Operation::Reduce:
      return rank == p.root;
    case Operation::Scan:
      return contributor <= rank;
    case Operation::Exscan:
      return contributor < rank;
    default:
      return true;
  }
}

}  // namespace

// Each rank sends its vector to all ranks that need it, and each rank combines what it needs: the
// latency of one message, and no rank waits for a computation of another one. For short vectors.
Plan reduction_direct(const Problem& p) {
  const std::string name = std::string(name_of(p.operation)) + "/direct";
  Builder plan(p, name.c_str());
  const Place own = p.in_place ? output() : input();
  Builder::After sent;
  for (int step = 1; step < p.size; ++step) {
    const int target = shifted(p.rank, step, p.size);
    if (needs(p, target, p.rank)) sent.push_back(plan.send(target, own, p.count));
  }
  std::vector<FoldPart> parts;
  for (int i = 0; i < p.size; ++i) {
    if (!needs(p, p.rank, i)) continue;
    FoldPart& part = parts.emplace_back(FoldPart{own, {}, true});
    if (i == p.rank) continue;
    part = {plan.scratch(p.count), {}, false};
    part.ready = {plan.receive(i, part.place, p.count)};
  }
  if (parts.empty()) return plan.take();
  add_fold(plan, parts, p.count, output(), p.in_place ? sent : Builder::After{});
  return plan.take();
}

}  // namespace bamboo::plans
