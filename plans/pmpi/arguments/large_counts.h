// SPDX-License-Identifier: Apache-2.0
// MPI-4's forms with large counts. The forms with ints can serve calls whose counts are small.
#pragma once

#include <mpi.h>

#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include "arguments/neighbours.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

/// The count as an int, where the elements have no more bytes than an int can count: so all
/// processes of a collective find the same, of whatever types their elements are. Also returns
/// nothing if MPI would refuse the arguments.
inline std::optional<int> small_count(MPI_Count count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return std::nullopt;
  if (size == 0) return 0;
  return count <= INT_MAX / size ? std::optional(static_cast<int>(count)) : std::nullopt;
}

/// For blocks that all processes know; empty if they have too many bytes together.
inline std::vector<int> small_counts(const MPI_Count counts[], int blocks, MPI_Datatype type) {
  if (counts == nullptr) return {};
  std::vector<int> small;
  MPI_Count all = 0;
  for (int i = 0; i < blocks; ++i) {
    const auto one = small_count(counts[i], type);
    if (!one) return {};
    all += *one;
    if (!small_count(all, type)) return {};
    small.push_back(*one);
  }
  return small;
}

#if MPI_VERSION >= 4
/// narrowed() returns the arguments of the form with ints; nothing if they do not fit. All
/// processes of a call get the same result.
template <class Arguments>
struct Narrowed {
  Arguments arguments;
  std::vector<int> counts = {};  ///< that the arguments refer to
};

/// Both sides' counts; the one that is not looked at is 0.
struct SmallCounts {
  int send = 0, receive = 0;
};

inline std::optional<SmallCounts> small_sides(const void* sendbuf, MPI_Count sendcount,
                                              MPI_Datatype sendtype, MPI_Count recvcount,
                                              MPI_Datatype recvtype) {
  const auto received = small_count(recvcount, recvtype);
  if (!received) return std::nullopt;
  if (sendbuf == MPI_IN_PLACE) return SmallCounts{0, *received};
  const auto sent = small_count(sendcount, sendtype);
  return sent ? std::optional(SmallCounts{*sent, *received}) : std::nullopt;
}

/// For an operation with a root: `each` is the side that every process has, `all` the side of the
/// root, whose count is that of one block. As if `each` were sent.
inline std::optional<SmallCounts> small_sides(const Member& member, int root, const void* each,
                                              MPI_Count each_count, MPI_Datatype each_type,
                                              MPI_Count all_count, MPI_Datatype all_type) {
  if (member.rank == root) return small_sides(each, each_count, each_type, all_count, all_type);
  const auto mine = small_count(each_count, each_type);
  return mine ? std::optional(SmallCounts{*mine, 0}) : std::nullopt;
}

/// For an operation in which each process has both sides.
template <class Small, class Large>
std::optional<Narrowed<Small>> narrowed_sides(const Large& a) {
  const auto small = small_sides(a.sendbuf, a.sendcount, a.sendtype, a.recvcount, a.recvtype);
  if (!small) return std::nullopt;
  return Narrowed<Small>{
      {a.sendbuf, small->send, a.sendtype, a.recvbuf, small->receive, a.recvtype, a.comm}};
}

/// For a reduction of vectors.
template <class Small, class Large>
std::optional<Narrowed<Small>> narrowed_vector(const Large& a) {
  const auto count = small_count(a.count, a.datatype);
  if (!count) return std::nullopt;
  return Narrowed<Small>{{a.sendbuf, a.recvbuf, *count, a.datatype, a.op, a.comm}};
}

inline std::optional<Narrowed<BcastArguments>> narrowed(const BcastLargeArguments& a,
                                                        const Member&) {
  const auto count = small_count(a.count, a.datatype);
  if (!count) return std::nullopt;
  return Narrowed<BcastArguments>{{a.buffer, *count, a.datatype, a.root, a.comm}};
}
inline std::optional<Narrowed<GatherArguments>> narrowed(const GatherLargeArguments& a,
                                                         const Member& member) {
  const auto small =
      small_sides(member, a.root, a.sendbuf, a.sendcount, a.sendtype, a.recvcount, a.recvtype);
  if (!small) return std::nullopt;
  return Narrowed<GatherArguments>{
      {a.sendbuf, small->send, a.sendtype, a.recvbuf, small->receive, a.recvtype, a.root, a.comm}};
}
inline std::optional<Narrowed<ScatterArguments>> narrowed(const ScatterLargeArguments& a,
                                                          const Member& member) {
  const auto small =
      small_sides(member, a.root, a.recvbuf, a.recvcount, a.recvtype, a.sendcount, a.sendtype);
  if (!small) return std::nullopt;
  return Narrowed<ScatterArguments>{
      {a.sendbuf, small->receive, a.sendtype, a.recvbuf, small->send, a.recvtype, a.root, a.comm}};
}
inline auto narrowed(const AllgatherLargeArguments& a, const Member&) {
  return narrowed_sides<AllgatherArguments>(a);
}
inline auto narrowed(const AlltoallLargeArguments& a, const Member&) {
  return narrowed_sides<AlltoallArguments>(a);
}
inline std::optional<Narrowed<ReduceArguments>> narrowed(const ReduceLargeArguments& a,
                                                         const Member&) {
  const auto count = small_count(a.count, a.datatype);
  if (!count) return std::nullopt;
  return Narrowed<ReduceArguments>{
      {a.sendbuf, a.recvbuf, *count, a.datatype, a.op, a.root, a.comm}};
}
inline auto narrowed(const AllreduceLargeArguments& a, const Member&) {
  return narrowed_vector<AllreduceArguments>(a);
}
inline auto narrowed(const ScanLargeArguments& a, const Member&) {
  return narrowed_vector<ScanArguments>(a);
}
inline auto narrowed(const ExscanLargeArguments& a, const Member&) {
  return narrowed_vector<ExscanArguments>(a);
}
inline std::optional<Narrowed<Reduce_scatterArguments>> narrowed(
    const Reduce_scatterLargeArguments& a, const Member& member) {
  std::vector<int> counts = small_counts(a.recvcounts, member.size, a.datatype);
  if (counts.empty()) return std::nullopt;
  const int* first = counts.data();
  return Narrowed<Reduce_scatterArguments>{{a.sendbuf, a.recvbuf, first, a.datatype, a.op, a.comm},
                                           std::move(counts)};
}
inline std::optional<Narrowed<Reduce_scatter_blockArguments>> narrowed(
    const Reduce_scatter_blockLargeArguments& a, const Member&) {
  const auto count = small_count(a.recvcount, a.datatype);
  if (!count) return std::nullopt;
  return Narrowed<Reduce_scatter_blockArguments>{
      {a.sendbuf, a.recvbuf, *count, a.datatype, a.op, a.comm}};
}

#endif

}  // namespace bamboo::plans::pmpi
