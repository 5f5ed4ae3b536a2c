// SPDX-License-Identifier: Apache-2.0
// Persistent requests: the arguments are checked and kept once, MPI_Start runs them.
#include "functions/bodies.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/post.h"

namespace bamboo::mpi {

namespace {

template <class Kind, class Set>
void make_persistent(Rank& rank, MPI_Request* handle, Set&& set) {
  check_pointer(handle, "request");
  auto request = std::make_unique<Request>(rank, std::in_place_type<Kind>);
  set(*request);
  request->use = Request::Use::Persistent;
  request->state.finish();
  if (auto* send = std::get_if<SendRequest>(&request->kind)) send->declared_mode = send->mode;
  request->keep_comm();
  *handle = rank.requests.add(request.release());
}

void post(Rank& rank, Request& request) {
  if (request.is<ReceiveRequest>()) return post_receive(request);
  auto& send = request.as<SendRequest>();
  send.mode = rank.sends.mode_of(send.declared_mode);
  rank.regions.check_edge(request.peer, request.tag);
  post_send(request);
}

void start(Rank& rank, MPI_Request handle) {
  Request* request = rank.request_of(handle);
  if (!request) fail(MPI_ERR_REQUEST, "request is MPI_REQUEST_NULL");
  if (request->use != Request::Use::Persistent)
    fail(MPI_ERR_REQUEST, "the request is not persistent");
  if (request->state.is_active())
    fail(MPI_ERR_REQUEST, "the request has been started and not yet completed");
  if (request->operation) return rank.pending.start(*request);
  request->cancelled = false;
  request->state.start();
  try {
    post(rank, *request);
  } catch (...) {
    request->state.finish();
    throw;
  }
}

}  // namespace

void body::send_init(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                     int tag, MPI_Comm comm, MPI_Request* request) {
  make_persistent<SendRequest>(rank, request, [&](Request& r) {
    set_send(rank, r, buf, count, type, dest, tag, comm, SendMode::Standard);
  });
}
void body::rsend_init(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                      int tag, MPI_Comm comm, MPI_Request* request) {
  make_persistent<SendRequest>(rank, request, [&](Request& r) {
    set_send(rank, r, buf, count, type, dest, tag, comm, SendMode::Standard);
    r.as<SendRequest>().ready = true;
  });
}
void body::ssend_init(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                      int tag, MPI_Comm comm, MPI_Request* request) {
  make_persistent<SendRequest>(rank, request, [&](Request& r) {
    set_send(rank, r, buf, count, type, dest, tag, comm, SendMode::Synchronous);
  });
}
void body::bsend_init(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                      int tag, MPI_Comm comm, MPI_Request* request) {
  make_persistent<SendRequest>(rank, request, [&](Request& r) {
    set_send(rank, r, buf, count, type, dest, tag, comm, SendMode::Put);
  });
}
void body::recv_init(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag,
                     MPI_Comm comm, MPI_Request* request) {
  make_persistent<ReceiveRequest>(rank, request, [&](Request& r) {
    set_receive(rank, r, buf, count, type, source, tag, comm);
  });
}

extern "C" {

int MPI_Start(MPI_Request* request) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(request, "request");
    start(rank, *request);
  });
}

int MPI_Startall(int count, MPI_Request requests[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    if (count < 0) fail(MPI_ERR_COUNT, "count is %d, must not be negative", count);
    for (int i = 0; i < count; ++i) start(rank, requests[i]);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
