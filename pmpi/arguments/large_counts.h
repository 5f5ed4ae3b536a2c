// SPDX-License-Identifier: Apache-2.0
// MPI-4's forms with large counts. The forms with ints can serve calls whose counts are small.
#pragma once

#include <mpi.h>

#include <climits>
#include <optional>
#include <utility>
#include <vector>

#include "arguments/neighbours.h"
#include "bamboo/plans/collectives/sides.h"
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
/// The arguments of the form with ints.
template <class Small>
struct Narrowed {
  Small arguments;
  std::vector<int> counts = {};  ///< that the arguments refer to
};

/// For an operation with two sides; the count of one that is not looked at is 0.
template <class Large>
auto narrowed_sides(const Large& a, const Member& member) {
  using Result = Narrowed<typename Large::Small>;
  const auto own = collectives::own_side(a);
  const auto all = collectives::side_of_all(a);
  bool has_all = true;
  if constexpr (has_root(Large::operation)) has_all = member.rank == a.root;
  const bool in_place = has_all && own.buffer == MPI_IN_PLACE;
  const auto mine = in_place ? std::optional(0) : small_count(own.count, own.type);
  const auto block = has_all ? small_count(all.count, all.type) : std::optional(0);
  if (!mine || !block) return std::optional<Result>();
  const bool scatters = collectives::is_scatter(Large::operation);
  const int sent = scatters ? *block : *mine, received = scatters ? *mine : *block;
  if constexpr (has_root(Large::operation))
    return std::optional(
        Result{{a.sendbuf, sent, a.sendtype, a.recvbuf, received, a.recvtype, a.root, a.comm}});
  else
    return std::optional(
        Result{{a.sendbuf, sent, a.sendtype, a.recvbuf, received, a.recvtype, a.comm}});
}

/// For an operation with one count.
template <class Large>
auto narrowed_count(const Large& a, MPI_Count given) {
  using Result = Narrowed<typename Large::Small>;
  const auto count = small_count(given, a.datatype);
  if (!count) return std::optional<Result>();
  if constexpr (Large::operation == Operation::Bcast)
    return std::optional(Result{{a.buffer, *count, a.datatype, a.root, a.comm}});
  else if constexpr (Large::operation == Operation::Reduce)
    return std::optional(Result{{a.sendbuf, a.recvbuf, *count, a.datatype, a.op, a.root, a.comm}});
  else
    return std::optional(Result{{a.sendbuf, a.recvbuf, *count, a.datatype, a.op, a.comm}});
}

/// Returns nothing if the counts do not fit. All processes of a call get the same result. Where
/// blocks have different sizes, a process does not know whether another one's are large.
template <class Large>
  requires(!is_irregular(Large::operation) || Large::operation == Operation::ReduceScatter)
auto narrowed(const Large& a, const Member& member) {
  using Result = Narrowed<typename Large::Small>;
  if constexpr (requires { a.sendcount; }) {
    return narrowed_sides(a, member);
  } else if constexpr (requires { a.recvcounts; }) {
    std::vector<int> counts = small_counts(a.recvcounts, member.size, a.datatype);
    if (counts.empty()) return std::optional<Result>();
    const int* first = counts.data();
    return std::optional(
        Result{{a.sendbuf, a.recvbuf, first, a.datatype, a.op, a.comm}, std::move(counts)});
  } else if constexpr (requires { a.recvcount; }) {
    return narrowed_count(a, a.recvcount);
  } else {
    return narrowed_count(a, a.count);
  }
}

#endif

}  // namespace bamboo::plans::pmpi
