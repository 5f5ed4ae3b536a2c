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

// In round k a rank sends a token to the rank 2^k after it and receives one from the rank 2^k
// before it. After ceil(log2 n) rounds it depends, indirectly, on every rank.
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
