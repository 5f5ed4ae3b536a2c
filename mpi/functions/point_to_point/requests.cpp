// SPDX-License-Identifier: Apache-2.0
// Requests themselves: their status, their end, and taking them back.
#include "functions/entry.h"
#include "functions/point_to_point/active.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/completion.h"
#include "p2p/status.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

extern "C" {

int MPI_Request_get_status(MPI_Request handle, int* flag, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(flag, "flag");
    Request* const one[] = {active(rank, handle)};
    *flag = test_all(rank, one);
    if (!*flag) return;
    if (one[0])
      give_status(status_of(*one[0]), status);
    else
      give_empty_status(status);
  });
}

int MPI_Request_get_status_any(int count, const MPI_Request handles[], int* index, int* flag,
                               MPI_Status* status) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(index, "index");
    check_pointer(flag, "flag");
    const Active requests(rank, count, handles);
    *flag = test_any(rank, requests.all());
    *index = requests.first_done();
    if (*index != MPI_UNDEFINED)
      give_status(status_of(*requests[*index]), status);
    else if (*flag)
      give_empty_status(status);
  });
}

int MPI_Request_get_status_all(int count, const MPI_Request handles[], int* flag,
                               MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(flag, "flag");
    const Active requests(rank, count, handles);
    *flag = test_all(rank, requests.all());
    if (!*flag || !statuses) return;
    for (int i = 0; i < count; ++i)
      statuses[i] = requests[i] ? status_of(*requests[i]) : empty_status();
  });
}

int MPI_Request_get_status_some(int count, const MPI_Request handles[], int* outcount,
                                int indices[], MPI_Status statuses[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(outcount, "outcount");
    const Active requests(rank, count, handles);
    *outcount = requests.none() ? MPI_UNDEFINED : 0;
    if (requests.none() || !test_any(rank, requests.all())) return;
    for (int i = 0; i < count; ++i) {
      if (!requests[i] || !requests[i]->state.is_complete()) continue;
      if (statuses) statuses[*outcount] = status_of(*requests[i]);
      indices[(*outcount)++] = i;
    }
  });
}

int MPI_Request_free(MPI_Request* handle) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(handle, "request");
    Request* request = rank.request_of(*handle);
    if (!request) fail(MPI_ERR_REQUEST, "request is MPI_REQUEST_NULL");
    const bool is_generalized = request->is<GeneralizedRequest>();
    const bool is_send = request->is<SendRequest>();
    bool is_abandoned = false;  // the request may then be freed at any time
    if (request->state.is_active()) {
      // The program cannot find out when it may reuse its buffer.
      settle_send(*request, WhenFull::Copy);
      const auto in = rank.inbox.lock();
      is_abandoned = request->state.abandon();
      if (is_abandoned && is_send) rank.freed_sends.fetch_add(1, std::memory_order_relaxed);
    }
    // The program may still pass a copy of the handle to MPI_Grequest_complete.
    if (!is_abandoned || !is_generalized) rank.requests.remove(*handle);
    if (!is_abandoned) free_request(request);
    *handle = MPI_REQUEST_NULL;
  });
}

int MPI_Cancel(MPI_Request* handle) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(handle, "request");
    Request* request = active(rank, *handle);
    if (!request) fail(MPI_ERR_REQUEST, "only an active request can be cancelled");
    if (const auto* generalized = std::get_if<GeneralizedRequest>(&request->kind)) {
      const int code = generalized->cancel(request->state.is_complete());
      if (code != MPI_SUCCESS) throw_of_program("cancel", code);
      return;
    }
    // MPI_Wait must then return without the receiver: a pending send is withdrawn if the message
    // can still be reached. A message on its way to another process is delivered, which MPI allows.
    if (request->is<SendRequest>()) withdraw_send(*request);
    if (!request->is<ReceiveRequest>()) return;
    {
      const auto in = rank.inbox.lock();
      if (!in->mailbox.remove_posted(request)) return;
      request->cancelled = true;
    }
    complete(*request);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
