// SPDX-License-Identifier: Apache-2.0
// Counts of messages between ranks of one process. Per thread, so that counting needs no lock.
#pragma once

#include <cstdint>

namespace bamboo::mpi {

struct LocalTraffic {
  std::uint64_t messages = 0, bytes = 0, copies = 0;
};

/// The calling thread's counts.
LocalTraffic& local_traffic();
/// Of all threads, also ended ones. Only while no rank runs.
LocalTraffic total_local_traffic();

}  // namespace bamboo::mpi
