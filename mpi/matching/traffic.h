// SPDX-License-Identifier: Apache-2.0
// Counts of messages between ranks of one process. Per thread, so that counting needs no lock.
#pragma once

#include <cstdint>

namespace bamboo::mpi {

struct LocalTraffic {
  std::uint64_t messages = 0, bytes = 0, copies = 0;
};

/// Makes the calling thread's counts.
LocalTraffic* register_local_traffic();
/// The calling thread's counts. Inline: each message is counted.
inline LocalTraffic& local_traffic() {
  [[gnu::tls_model("initial-exec")]] static constinit thread_local LocalTraffic* mine = nullptr;
  if (mine == nullptr) [[unlikely]]
    mine = register_local_traffic();
  return *mine;
}
/// The total of all threads, including ended ones. Call it only while no rank runs.
LocalTraffic total_local_traffic();

}  // namespace bamboo::mpi
