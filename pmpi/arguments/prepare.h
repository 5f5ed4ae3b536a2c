// SPDX-License-Identifier: Apache-2.0
// prepare(): each collective made ready from its MPI arguments, which call_bytes() has found
// plausible: where they are not, the call goes to the MPI, whose error handler then speaks.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "arguments/neighbour_calls.h"
#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/collectives/prepare.h"

namespace bamboo::plans::pmpi {

/// A process's side of collectives::prepare(). It checks nothing.
struct Preparation {
  using Type = pmpi::Type;

  Preparation(const Member& member, const Algorithm& algorithm)
      : rank(member.rank),
        size(member.size),
        peers(member.size),
        cuts_blocks(algorithm.cuts_blocks) {}

  const int rank, size, peers;
  const bool cuts_blocks;
  PreparedCall prepared;

  /// A side without blocks, or a block without elements, may have no type.
  Type type(MPI_Datatype handle) const {
    return handle == MPI_DATATYPE_NULL ? Type() : Type::of(handle);
  }
  Type type_of_block(int, MPI_Datatype handle) const { return type(handle); }
  template <class Count>
  TypedRange range(const void* buffer, Count count, const Type& type, const char*) const {
    return {const_cast<void*>(buffer), static_cast<std::size_t>(count), type};
  }
  Type reduction(MPI_Op op, MPI_Datatype handle) {
    prepared.op = op;
    return Type::of(handle);
  }
  void choose(std::size_t) const {}
  std::span<const TypedRange> by_party(const std::vector<TypedRange>& blocks) const {
    return blocks;
  }
  void receive_apart(const auto&...) const {}
  void refuse_in_place(const auto&...) const {}
  void check_count(const auto&...) const {}
  void check_root(int) const {}
  void check_pointer(const auto&...) const {}
  void check_blocks(const auto&...) const {}
  void check_distinct(const auto&...) const {}
  void check_exchange(const auto&...) const {}
  bool check_own_block(const auto&...) const { return true; }
};

/// For operations among neighbours: a block for each edge, and of a gather one block for all.
template <class Arguments>
void prepare_along_edges(Preparation& s, const Arguments& a, const Neighbours& neighbours) {
  PreparedCall& p = s.prepared;
  collectives::set_problem(s, Arguments::operation, 0);
  for (const EdgeBlock& each : neighbours.destinations) p.problem.destinations.push_back(each.rank);
  if constexpr (requires { exchange_of(a); }) {
    p.edge_order = *neighbours.order_of(exchange_of(a));
    const auto block_of = collectives::block_of(s, collectives::send_side(a));
    for (const EdgeBlock& each : neighbours.destinations) {
      const TypedRange block = block_of(each.block);
      p.problem.input_counts.push_back(block.bytes());
      collectives::add_block(s, p.input, block, true, false);
    }
  } else {
    const TypedRange sent = collectives::range_of(s, collectives::send_side(a));
    p.problem.count = sent.bytes();
    // Without a destination the block's address may be invalid, so it is not read.
    if (!neighbours.destinations.empty()) collectives::add_block(s, p.input, sent, true, false);
  }
  const auto block_of = collectives::block_of(s, collectives::receive_side(a));
  for (const EdgeBlock& each : neighbours.sources_in(p.edge_order)) {
    const TypedRange block = block_of(each.block);
    p.problem.sources.push_back(each.rank);
    p.problem.output_counts.push_back(block.bytes());
    collectives::add_block(s, p.output, block, false, true);
  }
}

template <class Arguments>
PreparedCall prepare(const Arguments& a, const Member& member, const Algorithm& algorithm) {
  Preparation side(member, algorithm);
  if constexpr (is_of_neighbours(Arguments::operation))
    prepare_along_edges(side, a, *member.neighbours);
  else
    collectives::prepare(side, a);
  return std::move(side.prepared);
}

}  // namespace bamboo::plans::pmpi
