// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// In step k a rank sends to the rank k after it and receives from the rank k before it, so each
// rank has one sender and one receiver in each step. All receives are posted at once, so data go
// directly to their place. Only a few sends are in flight at a time, so that the ranks do not flood
// the first one.
Plan alltoall_pairwise(const Problem& p) {
  constexpr std::size_t window = 16;
  Builder plan(p, p.operation == Operation::Alltoallv ? "alltoallv/pairwise" : "alltoall/pairwise");
  const Blocks in = input_blocks(p), out = output_blocks(p);
  for (int step = 1; step < p.size; ++step) {
    const int source = shifted(p.rank, -step, p.size);
    plan.receive(source, output(out.offset(source)), out.count(source));
  }
  std::vector<Builder::Id> sends;
  for (int step = 1; step < p.size; ++step) {
    const int target = shifted(p.rank, step, p.size);
    const auto before = sends.size() < window ? Builder::none : sends[sends.size() - window];
    const auto send = plan.send(target, input(in.offset(target)), in.count(target), {before});
    if (send != Builder::none) sends.push_back(send);
  }
  plan.copy(input(in.offset(p.rank)), output(out.offset(p.rank)), in.count(p.rank));
  return plan.take();
}

}  // namespace bamboo::plans
