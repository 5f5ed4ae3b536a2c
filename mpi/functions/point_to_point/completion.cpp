// SPDX-License-Identifier: Apache-2.0
// MPI_Wait and MPI_Test with all, any and some.
#include "p2p/completion.h"

#include <vector>

#include "functions/entry.h"
#include "functions/point_to_point/active.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/post.h"
#include "p2p/status.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

/// Throws what went wrong with the request, or, later, with the program's function that frees it.
void conclude(Request& request, MPI_Status& status) {
  auto* generalized = std::get_if<GeneralizedRequest>(&request.kind);
  if (const int code = generalized ? generalized->free() : MPI_SUCCESS) {
    status.MPI_ERROR = code;
    throw_of_program("free", code);
  }
  throw_if_failed(request, status);
}

/// Returns a complete request to the program: fills in the status, resets the handle, frees the
/// memory. The error, if any, is in the status, and as text in `error`.
MPI_Status finish(MPI_Request* handle, Request* request, std::unique_ptr<MpiError>& error) {
  MPI_Status status = status_of(*request);
  try {
    conclude(*request, status);
  } catch (const MpiError& failure) {
    error = std::make_unique<MpiError>(failure);
  }
  if (request->use == Request::Use::Persistent) {
    request->state.finish();
    return status;
  }
  request->owner->requests.remove(*handle);
  free_request(request);
  *handle = MPI_REQUEST_NULL;
  return status;
}

void finish_one(MPI_Request* handle, Request* request, MPI_Status* status) {
  std::unique_ptr<MpiError> error;
  const MPI_Status result = finish(handle, request, error);
  give_status(result, status);
  if (error) throw *error;
}

/// For functions that return several statuses.
void throw_in_status(const std::unique_ptr<MpiError>& first) {
  if (!first) return;
  MpiError error(MPI_ERR_IN_STATUS, first->what());
  error.communicator = first->communicator;
  throw error;
}

void finish_all(int count, MPI_Request* handles, const Active& requests, MPI_Status* statuses) {
  bool some_failed = false;
  for (const Request* r : requests.all()) some_failed |= r && failed(*r);
  std::unique_ptr<MpiError> first;
  for (int i = 0; i < count; ++i) {
    std::unique_ptr<MpiError> error;
    const MPI_Status status =
        requests[i] ? finish(&handles[i], requests[i], error) : empty_status();
    if (statuses) give(status, &statuses[i], some_failed || !requests[i]);
    if (error && !first) first = std::move(error);
  }
  throw_in_status(first);
}

/// `outcount` includes the requests that failed.
void finish_some(int count, MPI_Request* handles, const Active& requests, int* outcount,
                 int* indices, MPI_Status* statuses) {
  *outcount = 0;
  bool some_failed = false;
  for (int i = 0; i < count; ++i) {
    if (!requests[i] || !requests[i]->state.is_complete()) continue;
    some_failed |= failed(*requests[i]);
    indices[(*outcount)++] = i;
  }
  std::unique_ptr<MpiError> first;
  for (int k = 0; k < *outcount; ++k) {
    const int i = indices[k];
    std::unique_ptr<MpiError> error;
    const MPI_Status status = finish(&handles[i], requests[i], error);
    if (statuses) give(status, &statuses[k], some_failed);
    if (error && !first) first = std::move(error);
  }
  throw_in_status(first);
}

}  // namespace

extern "C" {

int MPI_Wait(MPI_Request* handle, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(handle, "request");
    Request* const one = active(rank, *handle);
    if (!one) {
      give_empty_status(status);
      return;
    }
    wait_one(rank, *one);
    finish_one(handle, one, status);
  });
}

int MPI_Waitall(int count, MPI_Request handles[], MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    const Active requests(rank, count, handles);
    wait_all(rank, requests.all());
    finish_all(count, handles, requests, statuses);
  });
}

int MPI_Waitany(int count, MPI_Request handles[], int* index, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(index, "index");
    const Active requests(rank, count, handles);
    wait_any(rank, requests.all());
    *index = requests.first_done();
    if (*index == MPI_UNDEFINED)
      give_empty_status(status);
    else
      finish_one(&handles[*index], requests[*index], status);
  });
}

int MPI_Waitsome(int count, MPI_Request handles[], int* outcount, int indices[],
                 MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(outcount, "outcount");
    const Active requests(rank, count, handles);
    *outcount = MPI_UNDEFINED;
    if (requests.none()) return;
    wait_any(rank, requests.all());
    finish_some(count, handles, requests, outcount, indices, statuses);
  });
}

int MPI_Test(MPI_Request* handle, int* flag, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(handle, "request");
    check_pointer(flag, "flag");
    Request* const one[] = {active(rank, *handle)};
    *flag = 1;
    if (!one[0])
      give_empty_status(status);
    else if (test_all(rank, one))
      finish_one(handle, one[0], status);
    else
      *flag = 0;
  });
}

int MPI_Testall(int count, MPI_Request handles[], int* flag, MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(flag, "flag");
    const Active requests(rank, count, handles);
    *flag = test_all(rank, requests.all());
    if (*flag) finish_all(count, handles, requests, statuses);
  });
}

int MPI_Testany(int count, MPI_Request handles[], int* index, int* flag, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(index, "index");
    check_pointer(flag, "flag");
    const Active requests(rank, count, handles);
    *index = MPI_UNDEFINED;
    *flag = test_any(rank, requests.all());
    if (!*flag) return;
    *index = requests.first_done();
    if (*index == MPI_UNDEFINED)
      give_empty_status(status);
    else
      finish_one(&handles[*index], requests[*index], status);
  });
}

int MPI_Testsome(int count, MPI_Request handles[], int* outcount, int indices[],
                 MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(outcount, "outcount");
    const Active requests(rank, count, handles);
    *outcount = requests.none() ? MPI_UNDEFINED : 0;
    if (*outcount == 0 && test_any(rank, requests.all()))
      finish_some(count, handles, requests, outcount, indices, statuses);
  });
}

}  // extern "C"

}  // namespace bamboo::mpi
