// SPDX-License-Identifier: Apache-2.0
// The words that every part of the runtime shares.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bamboo {

/// A task of the graph; for rank tasks this is the rank in MPI_COMM_WORLD.
using TaskId = std::int32_t;
/// A process of the job: 0 … processes-1, the rank in the installed MPI's MPI_COMM_WORLD.
using ProcessId = std::int32_t;

/// The header of every message, in memory and on the wire (all processes run on one machine type).
struct Header {
  TaskId source = -1;
  TaskId destination = -1;
  std::uint32_t context = 0;  ///< keeps communicators (and their collectives) apart
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;   ///< packed size of the payload
  std::uint32_t number = 0;  ///< how many messages its source has sent, this one included
  std::uint32_t label = 0;   ///< free for use by source and destination
  std::uint32_t graph = 0;   ///< in the order in which each process made its graphs
  std::uint32_t run = 0;     ///< which run of the graph, from 1
};

/// A message by its source and its number there.
struct MessageId {
  TaskId source = -1;
  std::uint32_t number = 0;  ///< 0: not known
};

inline MessageId id_of(const Header& header) {
  return {header.source, header.number};
}

}  // namespace bamboo
