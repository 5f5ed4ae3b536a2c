// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/by_nodes.h"

namespace bamboo::plans {
namespace {

Selected among_nodes(Operation operation, const LocalityShape& shape, std::size_t bytes) {
  return {&select(operation, shape.nodes, bytes), true};
}

Selected allgather(const LocalityShape& shape, std::size_t bytes) {
  return among_nodes(shape.is_even() ? Operation::Allgather : Operation::Allgatherv, shape,
                     bytes * static_cast<std::size_t>(shape.most_ranks));
}

/// One message per pair of nodes if the messages between pairs of ranks are short, because each
/// byte is then copied three times.
Selected alltoall(const LocalityShape& shape, std::size_t bytes) {
  constexpr std::size_t most_bytes = 64 << 10, most_copies = 4096, kept_in_step = 4 << 10;
  static const Algorithm& pairwise = *find("alltoallv/pairwise");
  static const Algorithm& gated = *find("alltoallv/gated");
  const auto ranks = static_cast<std::size_t>(shape.most_ranks);
  const std::size_t message = ranks * ranks * bytes;
  if (message > most_bytes || ranks * static_cast<std::size_t>(shape.size) > most_copies)
    return {&select(Operation::Alltoall, shape.size, bytes)};
  return {message < kept_in_step ? &pairwise : &gated, true};
}

/// All of them bracket the operands in the reduction tree.
Selected allreduce(const LocalityShape& shape, std::size_t bytes) {
  const Algorithm& among_all = select(Operation::Allreduce, shape.size, bytes);
  if (!among_all.cuts_blocks)
    return shape.splits_reductions() ? among_nodes(Operation::Allreduce, shape, bytes)
                                     : Selected{&among_all};
  // The nearer two ranks are, the more they give each other.
  static const Algorithm& halving = *find("allreduce/halving");
  return {shape.is_in_order ? &halving : &among_all};
}

}  // namespace

Selected select(Operation operation, const LocalityShape& shape, std::size_t bytes) {
  if (shape.nodes > 1 && shape.nodes < shape.size) {
    switch (operation) {
      case Operation::Bcast:
        return among_nodes(operation, shape, bytes);
      case Operation::Allgather:
        return allgather(shape, bytes);
      case Operation::Alltoall:
        return alltoall(shape, bytes);
      case Operation::Allreduce:
        return allreduce(shape, bytes);
      default:
        break;
    }
  }
  return {&select(operation, shape.size, bytes)};
}

}  // namespace bamboo::plans
