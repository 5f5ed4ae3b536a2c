// SPDX-License-Identifier: Apache-2.0
// The fast path: recognises by the arguments alone calls that stay with the installed MPI. A short
// collective inside of a host takes less than 0.1 us, so two more function calls would be
// noticeable.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "arguments/call_size.h"
#include "arguments/operation_kinds.h"
#include "requests/entry_flags.h"

namespace bamboo::plans::pmpi {

/// Counts the communicators that were freed: a thread may remember one of them.
inline std::atomic<std::uint64_t> freed_communicators{0};

/// Calls of one operation, type and number of elements on one communicator. One cache line.
struct alignas(64) NativeCalls {
  MPI_Comm comm{};
  MPI_Datatype type{};
  MPI_Op op{};
  std::uint64_t freed = std::numeric_limits<std::uint64_t>::max();  ///< none
  std::uint64_t from = 0, more = 0;                                 ///< and up to so many more
  int processes = 0;

  /// `operation` is that of the calls.
  [[gnu::always_inline]] bool hold(Operation operation, const Size& size, MPI_Comm of) const {
    if (comm != of || freed != freed_communicators.load(std::memory_order_acquire)) return false;
    if (!counts_bytes(operation)) return true;
    if (type != size.type || (reduces(operation) && op != size.op)) return false;
    std::uint64_t count = size.count;
    if (size.counts)
      for (int i = 0; i < processes; ++i) count += static_cast<std::uint64_t>(size.counts[i]);
    return count - from <= more;
  }
};

constexpr std::size_t native_calls_of_operation = 8;
/// Calls that were found last are checked first. Earlier ones are at place_of().
struct NativeCallsOfOperation {
  NativeCalls last;
  std::array<NativeCalls, native_calls_of_operation> others;
};
using NativeCallsTable = std::array<NativeCallsOfOperation, operation_count>;

constinit inline const NativeCallsTable no_native_calls{};
/// The native calls that this thread has found. It is a pointer, because a library that is loaded
/// late gets little thread-local memory of the fast kind.
constinit inline thread_local const NativeCallsTable* native_calls = &no_native_calls;

[[gnu::always_inline]] inline std::size_t place_of(MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  const std::uint64_t mixed = std::hash<MPI_Comm>()(comm) * 7 + std::hash<MPI_Op>()(op) * 5 +
                              std::hash<MPI_Datatype>()(type) * 3;
  // Handles differ in their low bits in some MPIs, and in their high bits in others. The three
  // highest bits of the product depend on both.
  return (mixed * 0x9e3779b97f4a7c15) >> 61;
}

/// Whether the installed MPI serves the calls permanently. False may also mean that it is not known
/// yet. `size()` is called only if it matters.
template <class MakeSize>
[[gnu::always_inline]] inline bool stays_native(Operation operation, const MakeSize& size,
                                                MPI_Comm comm) {
  const std::uint64_t look = entry_flags.load(std::memory_order_acquire);
  if ((look & (requests_mask | bit_of(operation))) == 0) return true;
  if ((look & requests_mask) != 0) return false;
  const Size known = size();
  const NativeCallsOfOperation& found = (*native_calls)[static_cast<std::size_t>(operation)];
  return found.last.hold(operation, known, comm) ||
         found.others[place_of(known.type, known.op, comm)].hold(operation, known, comm);
}
template <class Arguments>
[[gnu::always_inline]] inline bool stays_native(const Arguments& a) {
  return stays_native(Arguments::operation, [&] { return call_size(a); }, a.comm);
}

/// Makes stays_native() true from now on in this thread, for calls with `from` to `to` bytes on a
/// communicator of so many processes, which it must have; 0 if sizes do not matter.
void remember_native(Operation operation, const Size& size, MPI_Comm comm, int processes,
                     std::size_t from, std::size_t to);

}  // namespace bamboo::plans::pmpi
