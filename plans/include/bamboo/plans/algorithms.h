// SPDX-License-Identifier: Apache-2.0
// The registry: which algorithms there are, and which one serves.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans {

struct Algorithm {
  const char* name;  ///< "bcast/binomial"
  Operation operation;
  /// Whether it cuts blocks. Then a unit must be divisible data (a packed byte, an element of a
  /// reduction). Otherwise a unit may be a whole block, and one plan serves every block size.
  bool cuts_blocks;
  /// select() chooses it for communicators of at most max_size ranks and for block sizes that
  /// suits() accepts. suits() is ignored for irregular operations, because ranks know different
  /// sizes.
  int max_size;
  std::size_t max_bytes;
  Plan (*make)(const Problem& problem);
  /// All its plans, of all ranks and for all problems, are direct (is_direct()).
  bool is_direct = false;
  /// Its plans have multicasts, which not every network and not every executor has: select() never
  /// takes it.
  bool by_multicast = false;
  /// Blocks of at most so many bytes for each rank of the communicator.
  std::size_t max_bytes_per_rank = std::numeric_limits<std::size_t>::max();

  /// Beyond these limits another one is faster, so it need not be tried.
  constexpr bool suits(int size, std::size_t bytes) const {
    return bytes <= max_bytes && bytes / static_cast<std::size_t>(size) <= max_bytes_per_rank;
  }
};

/// All, for each operation in the order in which select() asks them.
std::span<const Algorithm> algorithms();
/// The first algorithm of the operation whose ranges hold. `bytes`: the packed size of one block,
/// for bcast and reductions of the whole vector; the same on all ranks.
const Algorithm& select(Operation operation, int size, std::size_t bytes);
/// Returns null if no algorithm has that name.
const Algorithm* find(std::string_view name);

}  // namespace bamboo::plans
