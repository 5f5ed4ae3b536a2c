// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "bamboo/taskgraph/types.h"

namespace bamboo::mpi {

inline constexpr TaskId any_source = -2;
/// MPI_TAG_UB.
inline constexpr int largest_tag = 0x3fffffff;
/// A bit in the context of a message that acts when it arrives (ActiveMessages).
inline constexpr std::uint32_t active_context = 1u << 31;

/// The messages that a receive or probe accepts. A wildcard matches no negative tags, which are for
/// messages that are invisible to the program.
struct Pattern {
  TaskId source = any_source;  ///< world rank
  int tag = MPI_ANY_TAG;
  std::uint32_t context = 0;

  bool matches(const Header& h) const {
    return h.context == context && (source == any_source || source == h.source) &&
           (tag == h.tag || (tag == MPI_ANY_TAG && h.tag >= 0));
  }
};

}  // namespace bamboo::mpi
