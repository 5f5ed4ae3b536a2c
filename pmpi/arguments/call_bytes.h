// SPDX-License-Identifier: Apache-2.0
// call_bytes(): the bytes that the choice depends on, counted as in Algorithm::max_bytes. Returns
// nothing if the arguments are wrong, so that the MPI reports the error. Irregular operations have
// 0, because processes know different values.
#pragma once

#include <mpi.h>

#include <optional>

#include "arguments/bytes_of.h"
#include "arguments/neighbour_calls.h"
#include "bamboo/plans/collectives/sides.h"
#include "datatypes/reducible.h"

namespace bamboo::plans::pmpi {

using Bytes = std::optional<std::size_t>;

/// The bytes of one block, or of all.
template <class Count>
Bytes bytes_of(const collectives::Described<Count, collectives::NoPlaces, MPI_Datatype>& of, int) {
  return bytes_of(of.count, of.type);
}
template <class Counts, class Places, class Types>
Bytes bytes_of(const collectives::Described<Counts, Places, Types>& of, int blocks) {
  return of.places ? bytes_of(of.count, blocks, of.type) : std::nullopt;
}

/// For an operation with two sides, of which this process looks at one or both; in place, only at
/// the side that has a block for each process.
template <class Arguments>
Bytes bytes_of_blocks(const Arguments& a, const Member& member) {
  constexpr Operation operation = Arguments::operation;
  constexpr bool is_regular = !is_irregular(operation);
  const auto own = collectives::own_side(a);
  const auto all = collectives::side_of_all(a);
  bool has_all = true;
  if constexpr (has_root(operation)) has_all = member.rank == a.root;
  const bool in_place = own.buffer == MPI_IN_PLACE;
  const Bytes mine = in_place ? std::nullopt : bytes_of(own, member.size);
  if (!mine && !(in_place && has_all)) return std::nullopt;
  if (!has_all) return is_regular ? mine : 0;
  const Bytes bytes = bytes_of(all, member.size);
  if (!bytes || all.buffer == MPI_IN_PLACE) return std::nullopt;
  if (is_regular && mine && mine != bytes) return std::nullopt;
  // All processes know all blocks of an allgatherv.
  return is_regular || operation == Operation::Allgatherv ? bytes : 0;
}

/// A side without blocks is ignored.
template <class Arguments>
Bytes bytes_among_neighbours(const Arguments& a, const Member& member) {
  if (!member.neighbours || a.sendbuf == MPI_IN_PLACE || a.recvbuf == MPI_IN_PLACE)
    return std::nullopt;
  int sent = 1;
  if constexpr (requires { exchange_of(a); }) {
    if (!member.neighbours->order_of(exchange_of(a))) return std::nullopt;
    sent = blocks_sent(a, member);
  }
  const int received = blocks_received(a, member);
  const bool sends = sent == 0 || bytes_of(collectives::send_side(a), sent);
  const bool receives = received == 0 || bytes_of(collectives::receive_side(a), received);
  return sends && receives ? Bytes(0) : std::nullopt;
}

/// The bytes of a vector, or of all blocks together where they have different sizes. In a reduce,
/// the root alone has a receive side.
template <class Arguments>
Bytes bytes_of_reduction(const Arguments& a, const Member& member) {
  const void* buffer = a.recvbuf;
  if constexpr (has_root(Arguments::operation))
    if (member.rank != a.root) buffer = a.sendbuf;
  if (buffer == MPI_IN_PLACE || !can_reduce(a.op, a.datatype)) return std::nullopt;
  if constexpr (requires { a.count; })
    return bytes_of(a.count, a.datatype);
  else if constexpr (requires { a.recvcount; })
    return bytes_of(a.recvcount, a.datatype);
  else
    return bytes_of(a.recvcounts, member.size, a.datatype);
}

template <class Arguments>
Bytes call_bytes(const Arguments& a, const Member& member) {
  constexpr Operation operation = Arguments::operation;
  if constexpr (has_root(operation))
    if (!member.has(a.root)) return std::nullopt;
  if constexpr (operation == Operation::Barrier)
    return 0;
  else if constexpr (operation == Operation::Bcast)
    return a.buffer != MPI_IN_PLACE ? bytes_of(a.count, a.datatype) : std::nullopt;
  else if constexpr (reduces(operation))
    return bytes_of_reduction(a, member);
  else if constexpr (is_of_neighbours(operation))
    return bytes_among_neighbours(a, member);
  else
    return bytes_of_blocks(a, member);
}

}  // namespace bamboo::plans::pmpi
