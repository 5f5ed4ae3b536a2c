// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Each rank sends a token to each other rank: the latency of one message, without forwarding.
Plan barrier_direct(const Problem& p) {
  Builder plan(p, "barrier/direct");
  for (int step = 1; step < p.size; ++step) {
    plan.send_token(shifted(p.rank, step, p.size));
    plan.receive_token(shifted(p.rank, -step, p.size));
  }
  return plan.take();
}

}  // namespace bamboo::plans
