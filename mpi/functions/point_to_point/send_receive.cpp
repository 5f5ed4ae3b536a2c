// SPDX-License-Identifier: Apache-2.0
// MPI_Send and its modes, MPI_Recv, MPI_Sendrecv, and their nonblocking forms.
#include <array>
#include <vector>

#include "functions/bodies.h"
#include "functions/point_to_point/arguments.h"
#include "functions/point_to_point/buffers.h"
#include "p2p/exchange.h"
#include "p2p/post.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

void send_in_mode(Rank& rank, const void* buffer, MPI_Count count, MPI_Datatype type, int dest,
                  int tag, MPI_Comm comm, SendMode mode, bool ready = false) {
  Request request(rank, std::in_place_type<SendRequest>);
  set_send(rank, request, buffer, count, type, dest, tag, comm, rank.sends.mode_of(mode));
  request.as<SendRequest>().ready = ready;
  rank.regions.check_edge(request.peer, request.tag);
  post_send(request);
  wait_one(rank, request);
}

void isend_in_mode(Rank& rank, const void* buffer, MPI_Count count, MPI_Datatype type, int dest,
                   int tag, MPI_Comm comm, SendMode mode, MPI_Request* handle, bool ready = false) {
  check_pointer(handle, "request");
  auto request = std::make_unique<Request>(rank, std::in_place_type<SendRequest>);
  set_send(rank, *request, buffer, count, type, dest, tag, comm, rank.sends.mode_of(mode));
  request->as<SendRequest>().ready = ready;
  rank.regions.check_edge(request->peer, request->tag);
  request->keep_comm();
  post_send(*request);
  *handle = rank.requests.add(request.release());
}

/// The receive may write the buffer as soon as it is posted, so the send is made first, as a copy.
void send_before_receive(Rank& rank, const void* buffer, MPI_Count count, MPI_Datatype type,
                         int dest, int tag, MPI_Comm comm) {
  Request send(rank, std::in_place_type<SendRequest>);
  set_send(rank, send, buffer, count, type, dest, tag, comm, SendMode::Put);
  rank.regions.check_edge(send.peer, send.tag);
  post_send(send);
  if (!send.state.is_complete()) wait_one(rank, send);
}

}  // namespace

void body::send(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                MPI_Comm comm) {
  send_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Standard);
}
void body::rsend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm) {
  send_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Standard, true);
}
void body::ssend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm) {
  send_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Synchronous);
}
void body::bsend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm) {
  check_attached(rank, rank.communicator(comm), count, type, dest);
  send_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Put);
}

void body::isend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm, MPI_Request* request) {
  isend_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Standard, request);
}
void body::irsend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                  int tag, MPI_Comm comm, MPI_Request* request) {
  isend_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Standard, request, true);
}
void body::issend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                  int tag, MPI_Comm comm, MPI_Request* request) {
  isend_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Synchronous, request);
}
void body::ibsend(Rank& rank, const void* buf, MPI_Count count, MPI_Datatype type, int dest,
                  int tag, MPI_Comm comm, MPI_Request* request) {
  check_attached(rank, rank.communicator(comm), count, type, dest);
  isend_in_mode(rank, buf, count, type, dest, tag, comm, SendMode::Put, request);
}

void body::recv(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag,
                MPI_Comm comm, MPI_Status* status) {
  Request request(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, request, buf, count, type, source, tag, comm);
  Request* posted = rank.regions.take_posted(request);
  if (!posted) post_receive(request);
  Request& receive = posted ? *posted : request;
  wait_one(rank, receive);
  finish_receive(receive, status);
}

void body::irecv(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm, MPI_Request* handle) {
  check_pointer(handle, "request");
  auto request = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, *request, buf, count, type, source, tag, comm);
  request->keep_comm();
  post_receive(*request);
  *handle = rank.requests.add(request.release());
}

void body::sendrecv(Rank& rank, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                    int dest, int sendtag, void* recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                    MPI_Status* status) {
  Request receive(rank, std::in_place_type<ReceiveRequest>);
  Request send(rank, std::in_place_type<SendRequest>);
  set_receive(rank, receive, recvbuf, recvcount, recvtype, source, recvtag, comm);
  set_send(rank, send, sendbuf, sendcount, sendtype, dest, sendtag, comm,
           rank.sends.mode_of(SendMode::Standard));
  rank.regions.check_edge(send.peer, send.tag);
  post_receive(receive);
  post_send(send);
  Request* const both[] = {&receive, &send};
  wait_all(rank, both);
  finish_receive(receive, status);
}

void body::isendrecv(Rank& rank, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                     int dest, int sendtag, void* recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                     MPI_Request* handle) {
  check_pointer(handle, "request");
  auto whole = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, *whole, recvbuf, recvcount, recvtype, source, recvtag, comm);
  auto exchange = std::make_unique<Exchange>(*whole);
  set_receive(rank, exchange->receive, recvbuf, recvcount, recvtype, source, recvtag, comm);
  set_send(rank, exchange->send, sendbuf, sendcount, sendtype, dest, sendtag, comm,
           rank.sends.mode_of(SendMode::Standard));
  rank.regions.check_edge(exchange->send.peer, sendtag);
  exchange->post();
  *handle = rank.requests.add(rank.pending.start(std::move(whole), std::move(exchange)));
}

void body::sendrecv_replace(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm,
                            MPI_Status* status) {
  Request receive(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, receive, buf, count, type, source, recvtag, comm);
  send_before_receive(rank, buf, count, type, dest, sendtag, comm);
  post_receive(receive);
  wait_one(rank, receive);
  finish_receive(receive, status);
}

void body::isendrecv_replace(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, int dest,
                             int sendtag, int source, int recvtag, MPI_Comm comm,
                             MPI_Request* handle) {
  check_pointer(handle, "request");
  auto receive = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
  set_receive(rank, *receive, buf, count, type, source, recvtag, comm);
  send_before_receive(rank, buf, count, type, dest, sendtag, comm);
  receive->keep_comm();
  post_receive(*receive);
  *handle = rank.requests.add(receive.release());
}

}  // namespace bamboo::mpi
