// SPDX-License-Identifier: Apache-2.0
// The word that each entry reads first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// The word that every call checks first. Bit i of the lower half: calls of Operation i may be
/// planned or counted; none before MPI_Init and after the end. The upper half counts planned
/// collectives behind requests (active_requests.h) that are started and not finished, and votes
/// that are not cast (vote.h): no call of the program that may block has a fast path then.
inline std::atomic<std::uint64_t> entry_flags{0};
constexpr std::uint64_t one_request = std::uint64_t{1} << 32;
constexpr std::uint64_t requests_mask = ~(one_request / 2 - 1);  // as an immediate of 32 bits

constexpr std::uint64_t bit_of(Operation operation) {
  return std::uint64_t{1} << static_cast<unsigned>(operation);
}
constexpr std::size_t operation_count = static_cast<std::size_t>(last_operation) + 1;
static_assert(operation_count < 31);

/// `operations`: their bits.
inline void enable_operations(std::uint64_t operations) {
  entry_flags.fetch_or(operations);
}
inline void disable_operations() {
  entry_flags.fetch_and(requests_mask);
}
inline bool is_enabled(Operation operation) {
  return (entry_flags.load(std::memory_order_acquire) & bit_of(operation)) != 0;
}
inline bool are_requests_under_way() {
  return (entry_flags.load() & requests_mask) != 0;
}

}  // namespace bamboo::plans::pmpi
