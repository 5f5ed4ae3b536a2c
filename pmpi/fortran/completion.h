// SPDX-License-Identifier: Apache-2.0
// Completion by Fortran bindings that call PMPI_ themselves. Proxies are requests of the MPI, so
// its own procedures complete them; this adds progress.
#pragma once

#include <mpi.h>

#include <vector>

#include "arguments/call.h"
#include "fortran/conversions.h"
#include "presence/presence.h"
#include "requests/active_requests.h"
#include "requests/watched_calls.h"

namespace bamboo::plans::pmpi {

/// Waits until the plans behind the requests, if there are any, are complete.
inline void finish_proxies(const std::vector<MPI_Request>& requests) {
  wait_for_watched(requests);
  for (const MPI_Request each : requests)
    while (are_requests_under_way() && !active_requests().is_at_end(each)) {
      progress_requests();
      yield_processor();
    }
}

inline CalledWith waited(int count, const MPI_Fint* requests) {
  return {.first = count, .requests = requests};
}

/// Waits for any request, or for some: calls `test(done, error)` until `done` is set, which returns
/// true, or until no plan is in progress.
template <class Test>
bool wait_for_any(MPI_Fint* error, const Test& test) {
  refuse_votes();
  while (are_requests_under_way()) {
    progress_requests();
    MPI_Fint done = 0, code = MPI_SUCCESS;
    test(&done, &code);
    if (done || code != MPI_SUCCESS) {
      give(error, code);
      return true;
    }
    yield_processor();
  }
  return false;
}

}  // namespace bamboo::plans::pmpi

#define IN_COMPLETION(called, count, requests)                               \
  static constexpr CalledFunction function{called, Stored::FortranRequests}; \
  const InCall in_call(function, BAMBOO_ORIGIN, waited(count, requests))

/// PROCEDURE(name, NAME, parameters) begins a definition, BOUND_NAME(name) is what the linker calls
/// it, and `request_of` makes C's handle.
#define COMPLETION_PROCEDURES(PROCEDURE, BOUND_NAME, request_of)                                  \
  PROCEDURE(wait, WAIT, (MPI_Fint * request, void* status, MPI_Fint* error)) {                    \
    IN_COMPLETION("MPI_Wait", 1, request);                                                        \
    static void* const next = behind(BOUND_NAME(wait));                                           \
    finish_proxies({request_of(*request)});                                                       \
    before_blocking();                                                                            \
    call(next, request, status, error);                                                           \
  }                                                                                               \
  PROCEDURE(waitall, WAITALL,                                                                     \
            (MPI_Fint * count, MPI_Fint * requests, void* statuses, MPI_Fint* error)) {           \
    IN_COMPLETION("MPI_Waitall", *count, requests);                                               \
    static void* const next = behind(BOUND_NAME(waitall));                                        \
    std::vector<MPI_Request> waited;                                                              \
    const bool is_quiet = !are_requests_under_way() && !are_calls_watched();                      \
    for (MPI_Fint i = 0; !is_quiet && i < *count; ++i) waited.push_back(request_of(requests[i])); \
    finish_proxies(waited);                                                                       \
    before_blocking();                                                                            \
    call(next, count, requests, statuses, error);                                                 \
  }                                                                                               \
  PROCEDURE(                                                                                      \
      waitany, WAITANY,                                                                           \
      (MPI_Fint * count, MPI_Fint * requests, MPI_Fint * index, void* status, MPI_Fint* error)) { \
    IN_COMPLETION("MPI_Waitany", *count, requests);                                               \
    static void* const test = behind(BOUND_NAME(testany));                                        \
    static void* const next = behind(BOUND_NAME(waitany));                                        \
    const auto look = [&](MPI_Fint* done, MPI_Fint* code) {                                       \
      call(test, count, requests, index, done, status, code);                                     \
    };                                                                                            \
    if (wait_for_any(error, look)) return;                                                        \
    before_blocking();                                                                            \
    call(next, count, requests, index, status, error);                                            \
  }                                                                                               \
  PROCEDURE(waitsome, WAITSOME,                                                                   \
            (MPI_Fint * count, MPI_Fint * requests, MPI_Fint * completed, MPI_Fint * indices,     \
             void* statuses, MPI_Fint* error)) {                                                  \
    IN_COMPLETION("MPI_Waitsome", *count, requests);                                              \
    static void* const test = behind(BOUND_NAME(testsome));                                       \
    static void* const next = behind(BOUND_NAME(waitsome));                                       \
    const auto look = [&](MPI_Fint* done, MPI_Fint* code) {                                       \
      call(test, count, requests, completed, indices, statuses, code);                            \
      *done = *completed;                                                                         \
    };                                                                                            \
    if (wait_for_any(error, look)) return;                                                        \
    before_blocking();                                                                            \
    call(next, count, requests, completed, indices, statuses, error);                             \
  }
