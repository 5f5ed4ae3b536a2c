// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// The root sends to all ranks: none waits for another to pass the data on.
Plan bcast_linear(const Problem& p) {
  Builder plan(p, "bcast/linear");
  if (p.rank != p.root) {
    plan.receive(p.root, output(), p.count);
    return plan.take();
  }
  for (int step = 1; step < p.size; ++step)
    plan.send(shifted(p.rank, step, p.size), output(), p.count);
  return plan.take();
}

}  // namespace bamboo::plans
