// SPDX-License-Identifier: Apache-2.0
/// \file
/// The short way: calls that are known to stay with the installed MPI, told by their arguments
/// alone. A short collective inside of a host takes less than 0.1 us, so that two function calls
/// more would be felt.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// Bit i: calls of Operation i may be planned or counted. None before MPI_Init and after the end.
inline std::atomic<std::uint32_t> served_operations{0};

inline bool is_served(Operation operation) {
  const auto bit = std::uint32_t{1} << static_cast<unsigned>(operation);
  return (served_operations.load(std::memory_order_acquire) & bit) != 0;
}

/// Planned collectives behind requests (requests.h) that are started and not finished: no call of
/// the program's that may block has a short way.
inline std::atomic<int> requests_under_way{0};
inline bool are_requests_under_way() {
  return requests_under_way.load() != 0;
}

/// Counts the communicators that were freed: what a thread remembers may be one of them.
inline std::atomic<std::uint64_t> freed_communicators{0};

/// The arguments that say how many bytes a call has, as Algorithm::max_bytes counts them.
struct Size {
  std::uint64_t count = 0;
  MPI_Datatype type = MPI_BYTE;
  MPI_Op op = MPI_OP_NULL;
  const int* counts = nullptr;  ///< of each process, which together are the count
};

inline Size size_of(int count, MPI_Datatype type, MPI_Op op = MPI_OP_NULL) {
  return {static_cast<std::uint64_t>(count), type, op};
}
inline Size size_of(const int counts[], MPI_Datatype type, MPI_Op op = MPI_OP_NULL) {
  return {0, type, op, counts};
}

/// Calls of one operation and type on one communicator, of so many elements.
struct OwnCalls {
  MPI_Comm comm{};
  MPI_Datatype type{};
  MPI_Op op{};
  std::uint64_t freed = 0;
  std::uint64_t from = 1, to = 0;  ///< both included
  int processes = 0;

  bool hold(const Size& size, MPI_Comm of) const {
    if (comm != of || type != size.type || op != size.op) return false;
    std::uint64_t count = size.count;
    if (size.counts)
      for (int i = 0; i < processes; ++i) count += static_cast<std::uint64_t>(size.counts[i]);
    return from <= count && count <= to &&
           freed == freed_communicators.load(std::memory_order_acquire);
  }
};

constexpr std::size_t operation_count = static_cast<std::size_t>(Operation::ReduceScatter) + 1;
constexpr std::size_t own_calls_of_operation = 8;
using OwnCallsTable = std::array<std::array<OwnCalls, own_calls_of_operation>, operation_count>;

constinit inline const OwnCallsTable no_own_calls{};
/// What this thread has found. A pointer, since a library that is loaded late gets little memory of
/// the fast kind.
constinit inline thread_local const OwnCallsTable* own_calls = &no_own_calls;

inline std::size_t place_of(const Size& size, MPI_Comm comm) {
  const std::uint64_t mixed = std::hash<MPI_Comm>()(comm) * 7 + std::hash<MPI_Op>()(size.op) * 5 +
                              std::hash<MPI_Datatype>()(size.type) * 3;
  // The handles' differences are in low bits of some MPIs and in high ones of others; the uppermost
  // three of the product have something of them all.
  return (mixed * 0x9e3779b97f4a7c15) >> 61;
}

/// Whether the installed MPI serves, for good. "No" may also mean that it is not known yet.
/// `size()` is asked only where it matters.
template <class MakeSize>
bool stays_with_mpi(Operation operation, const MakeSize& size, MPI_Comm comm) {
  if (are_requests_under_way()) return false;
  if (!is_served(operation)) return true;
  const Size known = size();
  return (*own_calls)[static_cast<std::size_t>(operation)][place_of(known, comm)].hold(known, comm);
}

/// What stays_with_mpi() says from now on in this thread, of calls with `from` to `to` bytes on a
/// communicator of so many processes, which it must have; 0 if sizes do not matter.
void keep_with_mpi(Operation operation, const Size& size, MPI_Comm comm, int processes,
                   std::size_t from, std::size_t to);

}  // namespace bamboo::plans::pmpi
