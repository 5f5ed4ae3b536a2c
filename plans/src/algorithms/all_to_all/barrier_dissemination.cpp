// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Round k: a token to the rank 2^k after, one from the rank 2^k before. After ceil(log2 n) rounds a
// rank has heard, through others, of every rank.
Plan barrier_dissemination(const Problem& p) {
  Builder plan(p, "barrier/dissemination");
  Builder::After heard;
  for (int distance = 1; distance < p.size; distance *= 2) {
    plan.send_token(shifted(p.rank, distance, p.size), heard);
    heard.push_back(plan.receive_token(shifted(p.rank, -distance, p.size), heard));
  }
  return plan.take();
}

}  // namespace bamboo::plans
