// SPDX-License-Identifier: Apache-2.0
// Calls behind requests whose time is measured. The time of such a call is the time that the
// program waits for it: in the call that begins it, and where it waits for the end. Computation in
// between does not count, and a call that is found complete costs only its beginning. Only for
// processes in which one thread at a time is in the MPI.
#pragma once

#include <mpi.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "requests/vote.h"

namespace bamboo::plans::pmpi {

struct WatchedCall {
  MPI_Request request = MPI_REQUEST_NULL;
  const void* kind = nullptr;  ///< calls of a kind are watched one at a time
  double beginning = 0;        ///< seconds that it took
  /// Set if all processes must learn its time together.
  std::optional<Vote> vote;
  /// Once; in a call with a vote, if all have asked, by all of them while they wait for the call,
  /// else with nothing. The seconds that it took, and when it ended here.
  struct Time {
    double seconds, end;
  };
  std::function<void(std::optional<Time>)> report;
};

inline std::atomic<int> watched_calls{0};
inline bool are_calls_watched() {
  return watched_calls.load(std::memory_order_relaxed) != 0;
}

void watch(WatchedCall call);
/// The next call of the kind begins, or there will be none.
void end_watching(const void* kind);
/// The program waits for all of these and nothing else; measures the watched ones. The requests
/// stay unchanged.
void wait_for_watched(std::span<const MPI_Request> requests);
/// Call it before the program makes another call that may block.
void refuse_votes();
/// Reports that the program has tested these requests, which were `before` and are `now`. It may
/// continue to test until they are complete, so votes on other requests are refused.
void after_looking_at(std::span<const MPI_Request> before, const MPI_Request* now);

}  // namespace bamboo::plans::pmpi
