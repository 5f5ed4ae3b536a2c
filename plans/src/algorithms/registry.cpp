// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "algorithms/algorithms.h"
#include "bamboo/plans/algorithms.h"

namespace bamboo::plans {
namespace {

constexpr int any_size = std::numeric_limits<int>::max();
constexpr std::size_t any_bytes = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kib = 1024;
constexpr bool always_direct = true;
constexpr bool not_direct = false, by_multicast = true, not_by_multicast = false;

// Direct algorithms send more messages or bytes than others, so they are for short vectors. They
// come after the algorithms that select() prefers.
constexpr std::size_t short_vector = 2 * kib;

// Below these limits the algorithm with fewer messages is faster, above them the one with fewer
// bytes. For broadcasts and reductions the limits come from the simulation (`bamboo plan compare`,
// limits_test.cpp), for the others from counts of copies and messages.
constexpr Algorithm algorithm_table[] = {
    {"barrier/dissemination", Operation::Barrier, false, any_size, any_bytes,
     barrier_dissemination},
    {"barrier/direct", Operation::Barrier, false, any_size, any_bytes, barrier_direct,
     always_direct},
    {"bcast/binomial", Operation::Bcast, false, any_size, 8 * kib, bcast_binomial, not_direct,
     not_by_multicast, 512},
    {"bcast/bine", Operation::Bcast, false, any_size, 8 * kib, bcast_bine, not_direct,
     not_by_multicast, 512},
    {"bcast/binary", Operation::Bcast, true, any_size, any_bytes, bcast_binary, not_direct,
     not_by_multicast, 12 * kib},
    {"bcast/chain", Operation::Bcast, true, any_size, any_bytes, bcast_chain},
    {"bcast/scatter_allgather", Operation::Bcast, true, any_size, any_bytes,
     bcast_scatter_allgather},
    {"bcast/linear", Operation::Bcast, false, any_size, short_vector, bcast_linear, always_direct},
    {"bcast/multicast", Operation::Bcast, false, any_size, any_bytes, bcast_multicast, not_direct,
     by_multicast},
    {"gather/binomial", Operation::Gather, false, any_size, 2 * kib, gather_binomial},
    {"gather/linear", Operation::Gather, false, any_size, any_bytes, gather_linear, always_direct},
    {"gatherv/linear", Operation::Gatherv, false, any_size, any_bytes, gather_linear,
     always_direct},
    {"scatter/binomial", Operation::Scatter, false, any_size, 2 * kib, scatter_binomial},
    {"scatter/linear", Operation::Scatter, false, any_size, any_bytes, scatter_linear,
     always_direct},
    {"scatter/multicast", Operation::Scatter, false, any_size, any_bytes, scatter_multicast,
     not_direct, by_multicast},
    {"scatterv/linear", Operation::Scatterv, false, any_size, any_bytes, scatter_linear,
     always_direct},
    {"scatterv/multicast", Operation::Scatterv, false, any_size, any_bytes, scatter_multicast,
     not_direct, by_multicast},
    {"scatterv/multicast_dynamic", Operation::Scatterv, false, any_size, any_bytes,
     scatterv_multicast_dynamic, not_direct, by_multicast},
    {"allgather/bruck", Operation::Allgather, false, any_size, 8 * kib, allgather_bruck},
    {"allgather/ring", Operation::Allgather, false, any_size, any_bytes, allgather_ring},
    {"allgather/neighbour", Operation::Allgather, false, any_size, any_bytes, allgather_neighbour},
    {"allgatherv/ring", Operation::Allgatherv, false, any_size, any_bytes, allgather_ring},
    {"allgather/gated", Operation::Allgather, true, any_size, any_bytes, allgather_gated,
     always_direct},
    {"allgatherv/gated", Operation::Allgatherv, true, any_size, any_bytes, allgather_gated,
     always_direct},
    {"allgatherv/neighbour", Operation::Allgatherv, false, any_size, any_bytes,
     allgather_neighbour},
    {"allgather/multicast", Operation::Allgather, false, any_size, any_bytes, allgather_multicast,
     not_direct, by_multicast},
    {"allgatherv/multicast", Operation::Allgatherv, false, any_size, any_bytes, allgather_multicast,
     not_direct, by_multicast},
    {"alltoall/bruck", Operation::Alltoall, false, any_size, 128, alltoall_bruck},
    {"alltoall/pairwise", Operation::Alltoall, false, any_size, any_bytes, alltoall_pairwise,
     always_direct},
    {"alltoall/gated", Operation::Alltoall, true, any_size, any_bytes, alltoall_gated,
     always_direct},
    {"alltoallv/pairwise", Operation::Alltoallv, false, any_size, any_bytes, alltoall_pairwise,
     always_direct},
    {"alltoallv/gated", Operation::Alltoallv, true, any_size, any_bytes, alltoall_gated,
     always_direct},
    {"reduce/tree", Operation::Reduce, false, any_size, 64 * kib, reduce_tree},
    {"reduce/halving", Operation::Reduce, true, any_size, any_bytes, reduce_halving, not_direct,
     not_by_multicast, 16 * kib},
    {"reduce/chain", Operation::Reduce, true, any_size, any_bytes, reduce_chain},
    {"reduce/direct", Operation::Reduce, false, any_size, short_vector, reduction_direct,
     always_direct},
    {"allreduce/doubling", Operation::Allreduce, false, any_size, 16 * kib, allreduce_doubling},
    {"allreduce/segments", Operation::Allreduce, true, any_size, any_bytes, allreduce_segments},
    {"allreduce/halving", Operation::Allreduce, true, any_size, any_bytes, allreduce_halving},
    {"allreduce/gated", Operation::Allreduce, true, any_size, any_bytes, allreduce_gated},
    {"allreduce/direct", Operation::Allreduce, false, any_size, short_vector, reduction_direct,
     always_direct},
    {"scan/doubling", Operation::Scan, false, any_size, any_bytes, scan_doubling},
    {"scan/direct", Operation::Scan, false, any_size, short_vector, reduction_direct,
     always_direct},
    {"exscan/doubling", Operation::Exscan, false, any_size, any_bytes, scan_doubling},
    {"exscan/direct", Operation::Exscan, false, any_size, short_vector, reduction_direct,
     always_direct},
    {"reduce_scatter_block/direct", Operation::ReduceScatterBlock, false, any_size, any_bytes,
     reduce_scatter_direct, always_direct},
    {"reduce_scatter_block/gated", Operation::ReduceScatterBlock, false, any_size, any_bytes,
     reduce_scatter_gated, always_direct},
    {"reduce_scatter/direct", Operation::ReduceScatter, false, any_size, any_bytes,
     reduce_scatter_direct, always_direct},
    {"reduce_scatter/gated", Operation::ReduceScatter, false, any_size, any_bytes,
     reduce_scatter_gated, always_direct},
    {"neighbor_allgatherv/direct", Operation::NeighborAllgatherv, true, any_size, any_bytes,
     neighbours_direct, always_direct},
    {"neighbor_alltoallv/direct", Operation::NeighborAlltoallv, true, any_size, any_bytes,
     neighbours_direct, always_direct},
};

}  // namespace

std::span<const Algorithm> algorithms() {
  return algorithm_table;
}

const Algorithm& select(Operation operation, int size, std::size_t bytes) {
  const Algorithm* last = nullptr;
  for (const Algorithm& algorithm : algorithm_table) {
    if (algorithm.operation != operation || algorithm.by_multicast) continue;
    last = &algorithm;
    if (size <= algorithm.max_size && algorithm.suits(size, bytes)) break;
  }
  return *last;
}

const Algorithm* find(std::string_view name) {
  for (const Algorithm& algorithm : algorithm_table)
    if (name == algorithm.name) return &algorithm;
  return nullptr;
}

}  // namespace bamboo::plans
