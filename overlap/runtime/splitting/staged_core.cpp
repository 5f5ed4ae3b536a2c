// SPDX-License-Identifier: Apache-2.0
#include "staged_core.h"

#include <chrono>
#include <span>

namespace {

/// Whether a completion would return at once. The completion reports errors. MPI is not called for
/// a null request, because it may not be initialised.
bool returns_at_once(MPI_Request request) {
  int complete = 1;
  if (request == MPI_REQUEST_NULL) return true;
  return MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE) != MPI_SUCCESS ||
         complete != 0;
}

}  // namespace

extern "C" void bamboo_split_during(bamboo_split* split, int32_t count,
                                    const MPI_Request* requests) {
  using Clock = std::chrono::steady_clock;
  if (split == nullptr || count <= 0) return;
  for (const MPI_Request request : std::span(requests, static_cast<size_t>(count)))
    for (;;) {
      const Clock::time_point asked = Clock::now();
      if (returns_at_once(request)) break;
      const std::chrono::nanoseconds query = Clock::now() - asked;
      if (bamboo_split_run_piece(split, static_cast<uint64_t>(query.count())) == 0) return;
    }
}
