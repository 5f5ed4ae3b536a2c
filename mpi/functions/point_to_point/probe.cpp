// SPDX-License-Identifier: Apache-2.0
// MPI_Probe, MPI_Iprobe, and matched probes with their receives.
#include <memory>
#include <utility>

#include "functions/bodies.h"
#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"
#include "p2p/completion.h"
#include "p2p/post.h"
#include "p2p/status.h"
#include "p2p/wait.h"

namespace bamboo::mpi {

namespace {

/// Whether a probe leaves the message for a receive, or takes it out for MPI_Mrecv.
enum class Action { Leave, TakeOut };

Pattern pattern_of(const Communicator& comm, int source, int tag) {
  check_receive_tag(tag);
  return {mpi::source(comm, source), tag, comm.context};
}

void fill_status(MPI_Status* status, const Communicator& comm, const Header& header) {
  MPI_Status found = empty_status();
  found.MPI_SOURCE = comm.peers().rank_of(header.source);
  found.MPI_TAG = header.tag;
  set_status_bytes(found, header.bytes);
  give_status(found, status);
}

/// A probe of MPI_PROC_NULL succeeds at once.
void fill_null_status(MPI_Status* status) {
  MPI_Status found = empty_status();
  found.MPI_SOURCE = MPI_PROC_NULL;
  give_status(found, status);
}

/// Tests once, under the lock, so that the header is copied before a receive may take the message.
bool look(Mailbox& mailbox, const Pattern& pattern, Action action, Header& header,
          Message*& found) {
  found = mailbox.find(pattern);
  if (!found) return false;
  header = found->header;
  if (action == Action::TakeOut) mailbox.take_out(found);
  return true;
}

bool probe_once(Rank& rank, const Pattern& pattern, Action action, Header& header,
                Message*& found) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    rank.pending.advance();
    if (look(rank.inbox.lock()->mailbox, pattern, action, header, found)) return true;
    if (attempt == 0) poll(rank, {.requests = {}, .message = pattern, .polls = true});
  }
  return false;
}

Message* probe_until(Rank& rank, const Pattern& pattern, Action action, Header& header) {
  for (;;) {
    rank.begin_wait();
    rank.pending.advance();
    Message* found = nullptr;
    {
      const auto in = rank.inbox.lock();
      if (look(in->mailbox, pattern, action, header, found)) return found;
      in->advances = !rank.pending.empty();
      if (in->advances && in->step_completed) continue;
      in->probes = true;
      in->missing.expect(1);
      rank.arm();
    }
    rank.waited_for.message = pattern;
    rank.suspend();
    rank.waited_for = {};
    const auto in = rank.inbox.lock();
    in->probes = false;
    in->missing.expect(0);
  }
}

/// The result of a probe: a message; or none, if a probe that does not wait finds nothing; or
/// MPI_PROC_NULL.
struct Found {
  bool anything = false;
  std::unique_ptr<MatchedMessage> taken_out;
};

enum class Patience { Once, UntilFound };

Found probe(Rank& rank, int source, int tag, MPI_Comm comm, Action action, Patience patience,
            MPI_Status* status) {
  Communicator& communicator = rank.communicator(comm);
  const Pattern pattern = pattern_of(communicator, source, tag);
  rank.refuse_in_reduction();
  if (pattern.source == no_peer) {
    fill_null_status(status);
    return {true, nullptr};
  }
  CommunicatorUse use(communicator);  // another thread of the rank may free it
  Header header;
  Message* message = nullptr;
  if (patience == Patience::UntilFound)
    message = probe_until(rank, pattern, action, header);
  else if (!probe_once(rank, pattern, action, header, message))
    return {};
  fill_status(status, communicator, header);
  if (action == Action::Leave) return {true, nullptr};
  return {true, std::make_unique<MatchedMessage>(message, communicator, std::move(use))};
}

/// The handle of a message that a matched probe took out; null represents MPI_PROC_NULL's message.
MPI_Message handle_of(Rank& rank, std::unique_ptr<MatchedMessage> message) {
  return message ? rank.matched.add(message.release()) : MPI_MESSAGE_NO_PROC;
}

/// The message behind a handle; null for MPI_MESSAGE_NO_PROC.
MatchedMessage* message_of(const Rank& rank, const MPI_Message* handle) {
  check_pointer(handle, "message");
  if (*handle == MPI_MESSAGE_NO_PROC) return nullptr;
  if (*handle == MPI_MESSAGE_NULL) fail(MPI_ERR_REQUEST, "message is MPI_MESSAGE_NULL");
  MatchedMessage* message = rank.matched.find(*handle);
  if (!message) {
    fail(MPI_ERR_REQUEST,
         "message is the handle %p, which was never set, or whose message was received before",
         reinterpret_cast<void*>(*handle));
  }
  return message;
}

/// Fills in a receive for a message that is already matched and starts it.
void receive_matched(Rank& rank, Request& request, void* buf, MPI_Count count, MPI_Datatype type,
                     MPI_Message* handle) {
  MatchedMessage* const matched = message_of(rank, handle);
  Communicator& comm = matched ? matched->comm : rank.communicators.world;
  const Datatype& datatype = mpi::datatype(type);
  check_buffer(buf, count, datatype);
  request.started_by = rank.call;
  request.set_data(buf, static_cast<std::size_t>(count), datatype);
  request.comm = &comm;
  request.context = comm.context;
  if (!matched) {
    *handle = MPI_MESSAGE_NULL;
    request.peer = no_peer;
    return post_receive(request);
  }
  rank.matched.remove(*handle);
  *handle = MPI_MESSAGE_NULL;
  const std::unique_ptr<MatchedMessage> owned(matched);
  request.peer = owned->message->header.source;
  request.tag = owned->message->header.tag;
  request.comm_use = std::move(owned->comm_use);
  hand_over(owned->message, request);
}

}  // namespace

extern "C" {

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(
      comm, { probe(rank, source, tag, comm, Action::Leave, Patience::UntilFound, status); });
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(flag, "flag");
    *flag = probe(rank, source, tag, comm, Action::Leave, Patience::Once, status).anything;
  });
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(message, "message");
    Found found = probe(rank, source, tag, comm, Action::TakeOut, Patience::UntilFound, status);
    *message = handle_of(rank, std::move(found.taken_out));
  });
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                MPI_Status* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(flag, "flag");
    check_pointer(message, "message");
    Found found = probe(rank, source, tag, comm, Action::TakeOut, Patience::Once, status);
    *flag = found.anything;
    *message = found.anything ? handle_of(rank, std::move(found.taken_out)) : MPI_MESSAGE_NULL;
  });
}

}  // extern "C"

void body::mrecv(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                 MPI_Status* status) {
  Request request(rank, std::in_place_type<ReceiveRequest>);
  receive_matched(rank, request, buf, count, type, message);
  wait_one(rank, request);
  finish_receive(request, status);
}

void body::imrecv(Rank& rank, void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                  MPI_Request* handle) {
  check_pointer(handle, "request");
  auto request = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
  receive_matched(rank, *request, buf, count, type, message);
  *handle = rank.requests.add(request.release());
}

}  // namespace bamboo::mpi
