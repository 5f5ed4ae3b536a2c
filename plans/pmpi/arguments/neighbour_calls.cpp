// SPDX-License-Identifier: Apache-2.0
#include "arguments/neighbour_calls.h"

#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

void add_received(PreparedCall& prepared, const EdgeBlocks& sources, const BlockOf& block,
                  bool cut) {
  for (const EdgeBlock& each : sources) {
    const TypedRange range = block(each.block);
    prepared.problem.sources.push_back(each.rank);
    prepared.problem.output_counts.push_back(range.bytes());
    add_output_block(prepared, range, cut);
  }
}

PreparedCall gathered(const Member& member, const Algorithm& algorithm, const TypedRange& sent,
                      const BlockOf& received) {
  PreparedCall prepared = prepared_for(member, algorithm, 0);
  // Without a destination the block's address may be invalid, so it is not read.
  const bool cut = algorithm.cuts_blocks && !member.neighbours->destinations.empty();
  prepared.problem.count = sent.bytes();
  for (const EdgeBlock& each : member.neighbours->destinations)
    prepared.problem.destinations.push_back(each.rank);
  add_input_block(prepared, sent, cut);
  add_received(prepared, member.neighbours->sources_in(EdgeOrder::AsListed), received,
               algorithm.cuts_blocks);
  return prepared;
}

PreparedCall exchanged(EdgeExchange exchange, const Member& member, const Algorithm& algorithm,
                       const BlockOf& sent, const BlockOf& received) {
  PreparedCall prepared = prepared_for(member, algorithm, 0);
  prepared.edge_order = *member.neighbours->order_of(exchange);
  for (const EdgeBlock& each : member.neighbours->destinations) {
    const TypedRange range = sent(each.block);
    prepared.problem.destinations.push_back(each.rank);
    prepared.problem.input_counts.push_back(range.bytes());
    add_input_block(prepared, range, algorithm.cuts_blocks);
  }
  add_received(prepared, member.neighbours->sources_in(prepared.edge_order), received,
               algorithm.cuts_blocks);
  return prepared;
}

/// A side without blocks may have no type.
Type type_of(MPI_Datatype type) {
  return type == MPI_DATATYPE_NULL ? Type::bytes() : Type::of(type);
}

/// Blocks of one size, one after the other.
BlockOf consecutive(const void* base, int count, MPI_Datatype type) {
  const TypedRange first = elements(base, count, type_of(type));
  return [first, count](int i) { return shifted(first, static_cast<MPI_Aint>(i) * count); };
}

BlockOf placed(const void* base, const int counts[], const int places[], MPI_Datatype type) {
  return [=, type = type_of(type)](int i) {
    return shifted(elements(base, counts[i], type), places[i]);
  };
}

BlockOf typed(const void* base, const int counts[], const MPI_Aint bytes[],
              const MPI_Datatype types[]) {
  return [=](int i) {
    const Type type = is_left_out(counts[i], types[i]) ? Type::bytes() : Type::of(types[i]);
    return elements(moved(base, bytes[i]), counts[i], type);
  };
}

}  // namespace

PreparedCall prepare(const Neighbor_allgatherArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return gathered(member, algorithm, elements(a.sendbuf, a.sendcount, Type::of(a.sendtype)),
                  consecutive(a.recvbuf, a.recvcount, a.recvtype));
}

PreparedCall prepare(const Neighbor_allgathervArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return gathered(member, algorithm, elements(a.sendbuf, a.sendcount, Type::of(a.sendtype)),
                  placed(a.recvbuf, a.recvcounts, a.displs, a.recvtype));
}

PreparedCall prepare(const Neighbor_alltoallArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return exchanged(exchange_of(a), member, algorithm,
                   consecutive(a.sendbuf, a.sendcount, a.sendtype),
                   consecutive(a.recvbuf, a.recvcount, a.recvtype));
}

PreparedCall prepare(const Neighbor_alltoallvArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return exchanged(exchange_of(a), member, algorithm,
                   placed(a.sendbuf, a.sendcounts, a.sdispls, a.sendtype),
                   placed(a.recvbuf, a.recvcounts, a.rdispls, a.recvtype));
}

PreparedCall prepare(const Neighbor_alltoallwArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return exchanged(exchange_of(a), member, algorithm,
                   typed(a.sendbuf, a.sendcounts, a.sdispls, a.sendtypes),
                   typed(a.recvbuf, a.recvcounts, a.rdispls, a.recvtypes));
}

}  // namespace bamboo::plans::pmpi
