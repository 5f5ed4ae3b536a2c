// SPDX-License-Identifier: Apache-2.0
// call_bytes(): the bytes that the choice depends on, counted as in Algorithm::max_bytes. Returns
// nothing if the arguments are wrong, so that the MPI reports the error. Irregular operations have
// 0, because processes know different values.
#pragma once

#include <mpi.h>

#include <optional>

#include "arguments/bytes_of.h"
#include "arguments/neighbour_calls.h"
#include "datatypes/reducible.h"

namespace bamboo::plans::pmpi {

using Bytes = std::optional<std::size_t>;

/// The bytes of a block of an operation with two sides, of which this process looks at one or both;
/// in place, at the receive side only.
inline Bytes block_bytes(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                         const void* recvbuf, int recvcount, MPI_Datatype recvtype) {
  const Bytes received = bytes_of(recvcount, recvtype);
  if (!received || recvbuf == MPI_IN_PLACE) return std::nullopt;
  if (sendbuf != MPI_IN_PLACE && bytes_of(sendcount, sendtype) != received) return std::nullopt;
  return received;
}

inline Bytes zero_if(bool plausible) {
  return plausible ? Bytes(0) : std::nullopt;
}

/// For an operation with a root: `each` is the side that all processes have (in a gather the send
/// side), `all` the side of the root.
inline Bytes rooted_bytes(const Member& member, int root, const void* each, int each_count,
                          MPI_Datatype each_type, const void* all, int all_count,
                          MPI_Datatype all_type) {
  if (!member.has(root)) return std::nullopt;
  if (member.rank == root)
    return block_bytes(each, each_count, each_type, all, all_count, all_type);
  return each == MPI_IN_PLACE ? std::nullopt : bytes_of(each_count, each_type);
}

/// Like above, with blocks of different sizes.
inline Bytes rooted_bytes(const Member& member, int root, const void* each, int each_count,
                          MPI_Datatype each_type, const void* all, const int all_counts[],
                          const int displs[], MPI_Datatype all_type) {
  if (!member.has(root)) return std::nullopt;
  const bool in_place = each == MPI_IN_PLACE;
  if (member.rank != root) return zero_if(!in_place && bytes_of(each_count, each_type));
  return zero_if((in_place || bytes_of(each_count, each_type)) && displs && all != MPI_IN_PLACE &&
                 bytes_of(all_counts, member.size, all_type));
}

/// For a reduction of vectors.
inline Bytes reduction_bytes(const void* recvbuf, int count, MPI_Datatype type, MPI_Op op) {
  return recvbuf == MPI_IN_PLACE ? std::nullopt : vector_bytes(count, type, op);
}

/// For an irregular all-to-all; `Types` as in bytes_of().
template <class Types>
Bytes exchange_bytes(const Member& member, const void* sendbuf, const int sendcounts[],
                     const int sdispls[], Types sendtypes, const void* recvbuf,
                     const int recvcounts[], const int rdispls[], Types recvtypes) {
  const bool sends =
      sendbuf == MPI_IN_PLACE || (sdispls && bytes_of(sendcounts, member.size, sendtypes));
  return zero_if(sends && rdispls && recvbuf != MPI_IN_PLACE &&
                 bytes_of(recvcounts, member.size, recvtypes));
}

inline Bytes call_bytes(const BarrierArguments&, const Member&) {
  return 0;
}
inline Bytes call_bytes(const BcastArguments& a, const Member& member) {
  return member.has(a.root) && a.buffer != MPI_IN_PLACE ? bytes_of(a.count, a.datatype)
                                                        : std::nullopt;
}
inline Bytes call_bytes(const GatherArguments& a, const Member& member) {
  return rooted_bytes(member, a.root, a.sendbuf, a.sendcount, a.sendtype, a.recvbuf, a.recvcount,
                      a.recvtype);
}
inline Bytes call_bytes(const GathervArguments& a, const Member& member) {
  return rooted_bytes(member, a.root, a.sendbuf, a.sendcount, a.sendtype, a.recvbuf, a.recvcounts,
                      a.displs, a.recvtype);
}
inline Bytes call_bytes(const ScatterArguments& a, const Member& member) {
  return rooted_bytes(member, a.root, a.recvbuf, a.recvcount, a.recvtype, a.sendbuf, a.sendcount,
                      a.sendtype);
}
inline Bytes call_bytes(const ScattervArguments& a, const Member& member) {
  return rooted_bytes(member, a.root, a.recvbuf, a.recvcount, a.recvtype, a.sendbuf, a.sendcounts,
                      a.displs, a.sendtype);
}
inline Bytes call_bytes(const AllgatherArguments& a, const Member&) {
  return block_bytes(a.sendbuf, a.sendcount, a.sendtype, a.recvbuf, a.recvcount, a.recvtype);
}
/// The bytes of all blocks, which all processes know.
inline Bytes call_bytes(const AllgathervArguments& a, const Member& member) {
  if (!a.displs || a.recvbuf == MPI_IN_PLACE) return std::nullopt;
  if (a.sendbuf != MPI_IN_PLACE && !bytes_of(a.sendcount, a.sendtype)) return std::nullopt;
  return bytes_of(a.recvcounts, member.size, a.recvtype);
}
inline Bytes call_bytes(const AlltoallArguments& a, const Member&) {
  return block_bytes(a.sendbuf, a.sendcount, a.sendtype, a.recvbuf, a.recvcount, a.recvtype);
}
inline Bytes call_bytes(const AlltoallvArguments& a, const Member& member) {
  return exchange_bytes(member, a.sendbuf, a.sendcounts, a.sdispls, a.sendtype, a.recvbuf,
                        a.recvcounts, a.rdispls, a.recvtype);
}
inline Bytes call_bytes(const AlltoallwArguments& a, const Member& member) {
  return exchange_bytes(member, a.sendbuf, a.sendcounts, a.sdispls, a.sendtypes, a.recvbuf,
                        a.recvcounts, a.rdispls, a.recvtypes);
}
/// For an allgather among neighbours.
inline Bytes neighbours_bytes(const Member& member, const void* sendbuf, int sendcount,
                              MPI_Datatype sendtype, const void* recvbuf, bool receives) {
  return zero_if(member.neighbours && sendbuf != MPI_IN_PLACE && recvbuf != MPI_IN_PLACE &&
                 bytes_of(sendcount, sendtype) && receives);
}
inline Bytes call_bytes(const Neighbor_allgatherArguments& a, const Member& member) {
  return neighbours_bytes(
      member, a.sendbuf, a.sendcount, a.sendtype, a.recvbuf,
      blocks_received(a, member) == 0 || bytes_of(a.recvcount, a.recvtype).has_value());
}
inline Bytes call_bytes(const Neighbor_allgathervArguments& a, const Member& member) {
  const int blocks = blocks_received(a, member);
  const bool receives = blocks == 0 || (a.displs && bytes_of(a.recvcounts, blocks, a.recvtype));
  return neighbours_bytes(member, a.sendbuf, a.sendcount, a.sendtype, a.recvbuf, receives);
}
/// For an exchange among neighbours; a side without blocks is ignored.
template <class Arguments>
Bytes neighbours_bytes(const Arguments& a, const Member& member, bool sends, bool receives) {
  return zero_if(member.neighbours && member.neighbours->order_of(exchange_of(a)) &&
                 a.sendbuf != MPI_IN_PLACE && a.recvbuf != MPI_IN_PLACE &&
                 (blocks_sent(a, member) == 0 || sends) &&
                 (blocks_received(a, member) == 0 || receives));
}
inline Bytes call_bytes(const Neighbor_alltoallArguments& a, const Member& member) {
  return neighbours_bytes(a, member, bytes_of(a.sendcount, a.sendtype).has_value(),
                          bytes_of(a.recvcount, a.recvtype).has_value());
}
/// For an exchange with counts and displacements.
template <class Arguments, class Types>
Bytes neighbours_bytes(const Arguments& a, const Member& member, const void* sent_at,
                       Types sendtypes, const void* received_at, Types recvtypes) {
  return neighbours_bytes(
      a, member, sent_at && bytes_of(a.sendcounts, blocks_sent(a, member), sendtypes),
      received_at && bytes_of(a.recvcounts, blocks_received(a, member), recvtypes));
}
inline Bytes call_bytes(const Neighbor_alltoallvArguments& a, const Member& member) {
  return neighbours_bytes(a, member, a.sdispls, a.sendtype, a.rdispls, a.recvtype);
}
inline Bytes call_bytes(const Neighbor_alltoallwArguments& a, const Member& member) {
  return neighbours_bytes(a, member, a.sdispls, a.sendtypes, a.rdispls, a.recvtypes);
}
/// The root alone has a receive side.
inline Bytes call_bytes(const ReduceArguments& a, const Member& member) {
  if (!member.has(a.root)) return std::nullopt;
  if (member.rank == a.root) return reduction_bytes(a.recvbuf, a.count, a.datatype, a.op);
  return a.sendbuf == MPI_IN_PLACE ? std::nullopt : vector_bytes(a.count, a.datatype, a.op);
}
/// For an allreduce or a scan.
template <class Arguments>
  requires requires(Arguments a) { a.count, a.op; }
Bytes call_bytes(const Arguments& a, const Member&) {
  return reduction_bytes(a.recvbuf, a.count, a.datatype, a.op);
}
/// The bytes of all blocks together.
inline Bytes call_bytes(const Reduce_scatterArguments& a, const Member& member) {
  if (a.recvbuf == MPI_IN_PLACE || !can_reduce(a.op, a.datatype)) return std::nullopt;
  return bytes_of(a.recvcounts, member.size, a.datatype);
}
inline Bytes call_bytes(const Reduce_scatter_blockArguments& a, const Member&) {
  return reduction_bytes(a.recvbuf, a.recvcount, a.datatype, a.op);
}

}  // namespace bamboo::plans::pmpi
