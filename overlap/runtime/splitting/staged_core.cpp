// SPDX-License-Identifier: Apache-2.0
#include "staged_core.h"

#include <chrono>
#include <span>

namespace {

/// Whether a completion would return at once. Errors are reported by the completion. For a null
/// request MPI is not called, because it may not be initialised.
bool returns_at_once(MPI_Request request) {
  int complete = 1;
  if (request == MPI_REQUEST_NULL) return true;
  return MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE) != MPI_SUCCESS ||
         complete != 0;
}

/// Runs pieces until the request is complete. Returns false if none is left.
bool run_pieces(bamboo_split* split, MPI_Request request) {
  using Clock = std::chrono::steady_clock;
  for (;;) {
    const Clock::time_point asked = Clock::now();
    if (returns_at_once(request)) return true;
    const std::chrono::nanoseconds query = Clock::now() - asked;
    if (bamboo_split_run_piece(split, static_cast<uint64_t>(query.count())) == 0) return false;
  }
}

/// A null request, also before MPI is initialised and after its end.
MPI_Request request_in_c(MPI_Fint request) {
  int begun = 0, ended = 0;
  PMPI_Initialized(&begun);
  PMPI_Finalized(&ended);
  return begun != 0 && ended == 0 ? PMPI_Request_f2c(request) : MPI_REQUEST_NULL;
}

}  // namespace

extern "C" {

void bamboo_split_during(bamboo_split* split, int32_t count, const MPI_Request* requests) {
  if (split == nullptr) return;
  bamboo_split_reaches_stage(split);
  if (count <= 0) return;
  for (const MPI_Request request : std::span(requests, static_cast<size_t>(count)))
    if (!run_pieces(split, request)) return;
}

void bamboo_split_during_fortran(bamboo_split* split, const MPI_Fint* count,
                                 const MPI_Fint* requests) {
  const MPI_Fint number = count != nullptr ? *count : 1;
  if (split == nullptr) return;
  bamboo_split_reaches_stage(split);
  if (number <= 0) return;
  for (const MPI_Fint request : std::span(requests, static_cast<size_t>(number)))
    if (!run_pieces(split, request_in_c(request))) return;
}
}
