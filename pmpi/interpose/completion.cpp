// SPDX-License-Identifier: Apache-2.0
// Start, completion and release of the program's requests, including those with plans.
#include <mpi.h>

#include <vector>

#include "arguments/call.h"
#include "presence/presence.h"
#include "requests/active_requests.h"
#include "requests/watched_calls.h"

using namespace bamboo::plans::pmpi;

namespace {

/// Whether nothing is in progress that needs polls or timing, and no error must be reported.
bool is_quiet() {
  return !are_requests_under_way() && !are_calls_watched() && !active_requests().have_failed();
}

/// Calls `test`, which sets `found` if it succeeds.
template <class Test>
int look(const CalledFunction& function, const void* site, const int* found, const Test& test) {
  InPoll in_poll(function, site, {});
  const int error = test();
  if (error == MPI_SUCCESS && found != nullptr) in_poll.found(*found != 0);
  return error;
}

CalledWith waited(int count, const MPI_Request* requests) {
  return {.first = count, .requests = requests};
}

/// Polls plans and the program's requests alternately; `test(done)` and `wait()` are the MPI's own
/// functions. When no plan is in progress any more, the MPI waits.
template <class Test, class Wait>
int complete(const Test& test, const Wait& wait) {
  while (are_requests_under_way()) {
    progress_requests();
    int done = 0;
    const int error = test(done);
    if (error != MPI_SUCCESS || done) return error;
    yield_processor();
  }
  return wait();
}

/// An error of the proxy is that of the plan, and is reported to the communicator of the
/// collective.
int call_handler(MPI_Request proxy, int error) {
  if (error == MPI_SUCCESS || !active_requests().have_failed()) return error;
  const Failure failure = active_requests().take_failure(proxy);
  if (failure.code == MPI_SUCCESS) return error;
  if (failure.program != MPI_COMM_NULL) PMPI_Comm_call_errhandler(failure.program, failure.code);
  return failure.code;
}

/// Like above, for several requests: their statuses have the errors. `which` is null for all
/// requests.
int call_handlers(const std::vector<MPI_Request>& requests, int error, int count, const int* which,
                  MPI_Status* statuses) {
  if (error != MPI_ERR_IN_STATUS || !active_requests().have_failed()) return error;
  MPI_Comm program = MPI_COMM_NULL;
  for (int i = 0; i < count; ++i) {
    const Failure failure = active_requests().take_failure(requests[which ? which[i] : i]);
    if (failure.code == MPI_SUCCESS) continue;
    program = failure.program;
    if (statuses != MPI_STATUSES_IGNORE) statuses[i].MPI_ERROR = failure.code;
  }
  if (program != MPI_COMM_NULL) PMPI_Comm_call_errhandler(program, error);
  return error;
}

std::vector<MPI_Request> copy_of(const MPI_Request* requests, int count) {
  return count > 0 && requests ? std::vector(requests, requests + count)
                               : std::vector<MPI_Request>();
}

MPI_Request at(const std::vector<MPI_Request>& requests, int index) {
  return index == MPI_UNDEFINED || index < 0 || static_cast<std::size_t>(index) >= requests.size()
             ? MPI_REQUEST_NULL
             : requests[index];
}

}  // namespace

extern "C" {

int MPI_Start(MPI_Request* request) {
  int error = MPI_SUCCESS;
  return request && active_requests().start(*request, error) ? error : PMPI_Start(request);
}

int MPI_Startall(int count, MPI_Request requests[]) {
  if (!active_requests().has_persistent() || count < 1) return PMPI_Startall(count, requests);
  for (int i = 0; i < count; ++i)
    if (const int error = MPI_Start(&requests[i]); error != MPI_SUCCESS) return error;
  return MPI_SUCCESS;
}

int MPI_Request_free(MPI_Request* request) {
  if (!request) return PMPI_Request_free(request);
  const MPI_Request before = *request;
  active_requests().forget(before);
  const int error = PMPI_Request_free(request);
  after_looking_at({&before, 1}, request);
  return error;
}

// MPI forbids to cancel a collective. Its proxy could be cancelled, so this reports the error.
int MPI_Cancel(MPI_Request* request) {
  if (!request || *request == MPI_REQUEST_NULL || !active_requests().is_proxy(*request))
    return PMPI_Cancel(request);
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_REQUEST);
  return MPI_ERR_REQUEST;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  static constexpr CalledFunction function{"MPI_Wait", Stored::Requests};
  const InCall in_call(function, BAMBOO_ORIGIN, waited(1, request));
  if (is_quiet() || !request) return PMPI_Wait(request, status);
  const MPI_Request before = *request;
  wait_for_watched({&before, 1});
  return call_handler(before, complete([&](int& done) { return PMPI_Test(request, &done, status); },
                                       [&] { return PMPI_Wait(request, status); }));
}

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  static constexpr CalledFunction function{"MPI_Test", Stored::Nothing};
  return look(function, BAMBOO_ORIGIN, flag, [&] {
    if (is_quiet() || !request) return PMPI_Test(request, flag, status);
    progress_requests();
    const MPI_Request before = *request;
    const int error = PMPI_Test(request, flag, status);
    after_looking_at({&before, 1}, request);
    return call_handler(before, error);
  });
}

int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  static constexpr CalledFunction function{"MPI_Request_get_status", Stored::Nothing};
  return look(function, BAMBOO_ORIGIN, flag, [&] {
    progress_requests();
    after_looking_at({&request, 1}, &request);
    return PMPI_Request_get_status(request, flag, status);
  });
}

int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  static constexpr CalledFunction function{"MPI_Waitany", Stored::Requests};
  const InCall in_call(function, BAMBOO_ORIGIN, waited(count, requests));
  if (is_quiet()) return PMPI_Waitany(count, requests, index, status);
  const auto before = copy_of(requests, count);
  refuse_votes();
  const int error =
      complete([&](int& done) { return PMPI_Testany(count, requests, index, &done, status); },
               [&] { return PMPI_Waitany(count, requests, index, status); });
  after_looking_at(before, requests);
  return error == MPI_SUCCESS ? error : call_handler(at(before, *index), error);
}

int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  static constexpr CalledFunction function{"MPI_Testany", Stored::Nothing};
  return look(function, BAMBOO_ORIGIN, flag, [&] {
    if (is_quiet()) return PMPI_Testany(count, requests, index, flag, status);
    progress_requests();
    const auto before = copy_of(requests, count);
    const int error = PMPI_Testany(count, requests, index, flag, status);
    after_looking_at(before, requests);
    return error == MPI_SUCCESS ? error : call_handler(at(before, *index), error);
  });
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  static constexpr CalledFunction function{"MPI_Waitall", Stored::Requests};
  const InCall in_call(function, BAMBOO_ORIGIN, waited(count, requests));
  if (is_quiet()) return PMPI_Waitall(count, requests, statuses);
  const auto before = copy_of(requests, count);
  wait_for_watched(before);
  const int error =
      complete([&](int& done) { return PMPI_Testall(count, requests, &done, statuses); },
               [&] { return PMPI_Waitall(count, requests, statuses); });
  return call_handlers(before, error, count, nullptr, statuses);
}

int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  static constexpr CalledFunction function{"MPI_Testall", Stored::Nothing};
  return look(function, BAMBOO_ORIGIN, flag, [&] {
    if (is_quiet()) return PMPI_Testall(count, requests, flag, statuses);
    progress_requests();
    const auto before = copy_of(requests, count);
    const int error = PMPI_Testall(count, requests, flag, statuses);
    after_looking_at(before, requests);
    return call_handlers(before, error, count, nullptr, statuses);
  });
}

int MPI_Waitsome(int count, MPI_Request requests[], int* completed, int indices[],
                 MPI_Status statuses[]) {
  static constexpr CalledFunction function{"MPI_Waitsome", Stored::Requests};
  const InCall in_call(function, BAMBOO_ORIGIN, waited(count, requests));
  if (is_quiet()) return PMPI_Waitsome(count, requests, completed, indices, statuses);
  const auto before = copy_of(requests, count);
  refuse_votes();
  const int error = complete(
      [&](int& done) {
        const int code = PMPI_Testsome(count, requests, completed, indices, statuses);
        done = *completed != 0;
        return code;
      },
      [&] { return PMPI_Waitsome(count, requests, completed, indices, statuses); });
  after_looking_at(before, requests);
  return call_handlers(before, error, *completed, indices, statuses);
}

int MPI_Testsome(int count, MPI_Request requests[], int* completed, int indices[],
                 MPI_Status statuses[]) {
  static constexpr CalledFunction function{"MPI_Testsome", Stored::Nothing};
  return look(function, BAMBOO_ORIGIN, completed, [&] {
    if (is_quiet()) return PMPI_Testsome(count, requests, completed, indices, statuses);
    progress_requests();
    const auto before = copy_of(requests, count);
    const int error = PMPI_Testsome(count, requests, completed, indices, statuses);
    after_looking_at(before, requests);
    return call_handlers(before, error, *completed, indices, statuses);
  });
}
}
