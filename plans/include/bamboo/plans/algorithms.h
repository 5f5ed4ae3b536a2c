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
  /// It cuts blocks, so a unit must be something that may stand alone (a packed byte, an element of
  /// a reduction); else a unit may be a whole block, and one plan serves every block size.
  bool cuts_blocks;
  /// Where select() takes it: communicators of at most max_size ranks, and blocks that suits() says
  /// (which for an irregular operation is not looked at: ranks know different sizes).
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
/// Null when there is none of that name.
const Algorithm* find(std::string_view name);

}  // namespace bamboo::plans
