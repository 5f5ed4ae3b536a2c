// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// The units of each rank's block if this rank knows them, else empty.
std::vector<std::size_t> known_parts(const Problem& p) {
  if (p.operation == Operation::Scatter) return std::vector<std::size_t>(p.size, p.count);
  return p.rank == p.root || p.all_know_counts ? p.input_counts : std::vector<std::size_t>();
}

/// All blocks travel as one message, of which each rank takes its own. `if_unknown` is
/// the kind of multicast to use if only the root knows the sizes.
Plan aggregated(const Problem& p, const char* name, Step::Share if_unknown) {
  Builder plan(p, name);
  const bool is_root = p.rank == p.root;
  const bool is_known = p.operation == Operation::Scatter || p.all_know_counts;
  const std::vector<std::size_t> parts = known_parts(p);
  const std::size_t all = std::accumulate(parts.begin(), parts.end(), std::size_t{0});
  // If all ranks know that the message is empty, none is sent.
  if (p.size > 1 && !(is_known && all == parts[p.root]))
    plan.multicast(p.root, is_root ? input() : output(), is_root ? all : p.count,
                   is_known ? Step::Share::Known : if_unknown, parts);
  if (!is_root || p.in_place) return plan.take();
  const Blocks blocks = input_blocks(p);
  plan.copy(input(blocks.offset(p.rank)), output(), blocks.count(p.rank));
  return plan.take();
}

}  // namespace

Plan scatter_multicast(const Problem& p) {
  const bool regular = p.operation == Operation::Scatter;
  return aggregated(p, regular ? "scatter/multicast" : "scatterv/multicast", Step::Share::Sent);
}

Plan scatterv_multicast_dynamic(const Problem& p) {
  return aggregated(p, "scatterv/multicast_dynamic", Step::Share::SentToFew);
}

}  // namespace bamboo::plans
