// SPDX-License-Identifier: Apache-2.0
#include "p2p/post.h"

#include <algorithm>
#include <memory>
#include <new>

#include "bamboo/taskgraph/internal/trace.h"
#include "matching/local_message.h"
#include "matching/traffic.h"
#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/ready_sends.h"
#include "types/element_label.h"

namespace bamboo::mpi {

namespace {

/// Up to here a copy is cheaper than a pending send.
constexpr std::size_t copy_at_once_bytes = 1024;

Header header_of(const Request& send) {
  return {send.owner->id(),
          send.peer,
          send.context,
          send.tag,
          send.count * send.type->size,
          ++send.owner->messages_sent,
          send.call.is_one() ? send.call.word() : label_of(*send.type)};
}

/// Where the payload of a message is stored that no receive has taken yet.
enum class Storage {
  Borrowed,  ///< in the sender's buffer
  Held,      ///< there, because the memory for copies is full
  Copied,
};

Storage storage_of(const Request& send, const Header& header) {
  const SendMode mode = send.as<SendRequest>().mode;
  if (mode == SendMode::Synchronous || header.bytes > copy_at_once_bytes) return Storage::Borrowed;
  if (mode == SendMode::Standard && unexpected_memory.is_full()) [[unlikely]]
    return Storage::Held;
  return Storage::Copied;
}

enum class Stored {
  No,  ///< the message is to be copied, which needs no lock
  Quietly,
  AndWakes,  ///< the inbox's owner
};

/// Keeps a message for a later receive. Call it with the inbox locked. It is not inlined, because a
/// message that meets its receive would also pay for the saved registers.
[[gnu::noinline]] Stored store(Inbox& in, Request& send, const Header& header) {
  const Storage storage = storage_of(send, header);
  if (storage == Storage::Copied) return Stored::No;
  LocalMessage* message = LocalMessage::borrow(send, send.owner->lent, header);
  const bool fire = in.keep(message);
  if (storage == Storage::Held) [[unlikely]]
    in.mailbox.hold(*message);
  return fire ? Stored::AndWakes : Stored::Quietly;
}

/// The receive was posted before: copies from buffer to buffer.
void copy_to_receive(const Request& send, const Header& header, Request& receive) {
  receive.matched(header);
  if (header.bytes > 0) {
    ++local_traffic().copies;
    const ActiveReceive scope(receive);
    copy_typed(send.buffer, send.count, *send.type, receive.buffer, receive.count, *receive.type);
  }
  complete(receive);
}

/// Keeps the message until its receive is posted. Not inlined for the same reason.
[[gnu::noinline]] void leave(Request& send, const Header& header, MessagingTask& destination,
                             Stored stored) {
  if (send.as<SendRequest>().ready) [[unlikely]]
    warn_of_ready_send(send);
  if (stored == Stored::AndWakes) destination.wake(id_of(header));
  if (stored != Stored::No) return;
  destination.inject(LocalMessage::copy(send.buffer, send.count, *send.type, header,
                                        send.owner->sends.recycles_buffers));
  send.state.complete();
}

void send_locally(Request& send, MessagingTask& destination) {
  const Header header = header_of(send);
  LocalTraffic& traffic = local_traffic();
  ++traffic.messages;
  traffic.bytes += header.bytes;
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->handed_over(header);
  Stored stored = Stored::No;
  Request* receive = nullptr;
  {
    const auto in = destination.inbox.lock();
    receive = in->mailbox.match(header);
    if (!receive) stored = store(*in, send, header);
  }
  if (receive) {
    copy_to_receive(send, header, *receive);
    send.state.complete();
    return;
  }
  leave(send, header, destination, stored);
}

void send_away(Request& send, ProcessId process) {
  MessagingTask& task = *send.owner;
  int& priority = task.hints().priority;
  priority = std::max(priority, MessagingTask::feeds_other_process);
  auto& its = send.as<SendRequest>();
  its.packer = std::make_unique<Packer>(send.buffer, send.count, *send.type);
  if (task.graph().send(process, header_of(send), *its.packer, its.mode, &send,
                        task.sends.recycles_buffers)) {
    send.state.complete();
  }
}

template <class Kind>
std::unique_ptr<Request> new_step(MessagingTask& task, void* buffer, std::size_t count,
                                  const Datatype& type, StepPeer peer, InUse& comm,
                                  CollectiveCall call) {
  auto request = std::make_unique<Request>(task, std::in_place_type<Kind>);
  request->set_data(buffer, count, type);
  request->peer = peer.world_rank;
  request->context = peer.context;
  request->tag = peer.tag;
  request->comm = &comm;
  request->call = call;
  request->use = Request::Use::Step;
  request->keep_comm();
  return request;
}

}  // namespace

void post_send(Request& send) {
  send.owner->refuse_in_reduction();
  send.started_by = send.owner->call;
  if (send.peer == no_peer) {
    send.state.complete();
    return;
  }
  const Channel to = send.owner->graph().channel(send.peer);
  try {
    if (to.local)
      send_locally(send, static_cast<MessagingTask&>(*to.local));
    else
      send_away(send, to.process);
  } catch (const std::bad_alloc&) {
    fail_without_memory(send);
  }
}

void post_receive(Request& receive) {
  MessagingTask& task = *receive.owner;
  task.refuse_in_reduction();
  receive.started_by = task.call;
  if (receive.peer == no_peer) {
    receive.as<ReceiveRequest>().source = no_peer;
    receive.as<ReceiveRequest>().tag = MPI_ANY_TAG;
    receive.bytes = 0;
    receive.state.complete();
    return;
  }
  Message* message = nullptr;
  {
    const auto in = task.inbox.lock();
    message = in->mailbox.match(Pattern{receive.peer, receive.tag, receive.context});
    if (!message) in->mailbox.add(&receive);
  }
  if (message) hand_over(message, receive);
}

Request* post_step_send(MessagingTask& task, const void* buffer, std::size_t count,
                        const Datatype& type, StepPeer to, InUse& comm, CollectiveCall call) {
  auto request =
      new_step<SendRequest>(task, const_cast<void*>(buffer), count, type, to, comm, call);
  post_send(*request);
  return request->state.is_complete() ? nullptr : request.release();
}

Request* post_step_receive(MessagingTask& task, void* buffer, std::size_t count,
                           const Datatype& type, StepPeer from, InUse& comm, CollectiveCall call) {
  auto request = new_step<ReceiveRequest>(task, buffer, count, type, from, comm, call);
  post_receive(*request);
  return request.release();
}

}  // namespace bamboo::mpi
