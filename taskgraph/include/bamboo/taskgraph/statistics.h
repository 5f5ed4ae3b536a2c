// SPDX-License-Identifier: Apache-2.0
// The statistics that `bamboo run --stats` prints, per process.
#pragma once

#include <cstdint>
#include <string>

namespace bamboo {

struct TrafficStatistics {
  std::uint64_t messages_sent = 0, messages_received = 0;  ///< between processes
  std::uint64_t bytes_sent = 0, bytes_received = 0;        ///< payload
  std::uint64_t pieces_sent = 0, pieces_received = 0;
  std::uint64_t rendezvous = 0;  ///< messages beyond the eager budget
  std::uint64_t unexpected_bytes_peak = 0;
  /// Received messages that were read from the memory of their senders, on the same host.
  std::uint64_t messages_read = 0, bytes_read = 0;
  std::string not_read_because;  ///< why there can be none; empty: there can, or no other process
};

struct Statistics {
  std::uint64_t switches = 0;  ///< task starts and resumptions
  double seconds_computing = 0, seconds_idle = 0, seconds_runtime = 0;  ///< summed over workers
  std::uint64_t local_messages = 0, local_bytes = 0, copies = 0;        ///< inside the process
  std::uint64_t mapping_bytes = 0;  ///< the mapping table, whole process
  TrafficStatistics traffic;
};

}  // namespace bamboo
