// SPDX-License-Identifier: Apache-2.0
// The requests of a call that take part in it.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "errors/checks.h"
#include "p2p/status.h"
#include "rank/rank.h"

namespace bamboo::mpi {

/// A request that takes part in a wait: not null, not an inactive persistent one.
inline Request* active(const Rank& rank, MPI_Request handle) {
  Request* request = rank.request_of(handle);
  return request && request->state.is_active() ? request : nullptr;
}

/// Pointers to the active ones of an array; null elsewhere.
class Active {
 public:
  Active(Rank& rank, int count, const MPI_Request* handles) {
    if (count < 0) fail(MPI_ERR_COUNT, "count is %d, must not be negative", count);
    if (count > 0) check_pointer(handles, "array_of_requests");
    requests_.resize(static_cast<std::size_t>(count));
    const std::uint64_t mark = rank.requests.new_mark();
    for (int i = 0; i < count; ++i) {
      Request* request = active(rank, handles[i]);
      if (request && request->listed == mark)
        fail(MPI_ERR_REQUEST, "array_of_requests[%d] is a request that occurs earlier in the array",
             i);
      if (request) request->listed = mark;
      requests_[static_cast<std::size_t>(i)] = request;
    }
  }
  std::span<Request* const> all() const { return requests_; }
  Request* operator[](int i) const { return requests_[static_cast<std::size_t>(i)]; }
  bool none() const {
    return std::ranges::none_of(requests_, [](const Request* r) { return r != nullptr; });
  }
  /// MPI_UNDEFINED: none is complete.
  int first_done() const {
    const auto found = std::ranges::find_if(
        requests_, [](const Request* r) { return r && r->state.is_complete(); });
    return found == requests_.end() ? MPI_UNDEFINED : static_cast<int>(found - requests_.begin());
  }

 private:
  std::vector<Request*> requests_;
};

/// One of several statuses: MPI_ERROR counts where a request of the call has failed.
inline void give(const MPI_Status& status, MPI_Status* out, bool with_error) {
  if (with_error)
    *out = status;
  else
    give_status(status, out);
}

}  // namespace bamboo::mpi
