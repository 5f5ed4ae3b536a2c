// SPDX-License-Identifier: Apache-2.0
#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {

// Step k: to the rank k after, from the rank k before, so that in every step each rank has one
// sender and one receiver. All receives are posted at once (what arrives goes straight to its
// place); a few sends are under way at a time, lest all ranks flood the first one.
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
