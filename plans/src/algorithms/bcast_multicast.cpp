// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// The network copies the message.
Plan bcast_multicast(const Problem& p) {
  Builder plan(p, "bcast/multicast");
  if (p.count > 0 && p.size > 1) plan.multicast(p.root, output(), p.count);
  return plan.take();
}

}  // namespace bamboo::plans
