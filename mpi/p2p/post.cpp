// SPDX-License-Identifier: Apache-2.0
#include "p2p/post.h"

#include <algorithm>
#include <mutex>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "matching/local_message.h"
#include "matching/traffic.h"
#include "p2p/completion.h"
#include "p2p/ready_sends.h"
#include "rank/job.h"
#include "rank/rank.h"
#include "region/region_state.h"
#include "types/element_label.h"

namespace bamboo::mpi {

namespace {

/// Up to here a copy is cheaper than a pending send.
constexpr std::size_t copy_at_once_bytes = 1024;
/// Up to here a standard send never waits for its receive, as users know it from the installed
/// MPIs.
constexpr std::size_t standard_copy_bytes = 64 * 1024;

bool must_match(const Request& send) {
  return send.mode == SendMode::Synchronous ||
         (send.mode == SendMode::Standard && send.count * send.type->size > standard_copy_bytes);
}

bool pooled(const Rank& rank) {
  return !rank.region || rank.region->reuses_buffers();
}

Header header_of(const Request& send) {
  return {send.rank->id(),
          send.peer,
          send.context,
          send.tag,
          send.count * send.type->size,
          ++send.rank->messages_sent,
          send.internal ? send.call.word() : label_of(*send.type)};
}

void note_message(Request& receive, const Header& header) {
  receive.source = header.source;
  receive.received_tag = header.tag;
  receive.number = header.number;
  receive.bytes = header.bytes;
  receive.label = header.label;
}

/// The receive was waiting: straight from buffer to buffer.
void copy_to_receive(const Request& send, const Header& header, Request& receive) {
  note_message(receive, header);
  if (header.bytes > 0) {
    ++local_traffic().copies;
    const Filling filling(receive);
    copy_typed(send.buffer, send.count, *send.type, receive.buffer, receive.count, *receive.type);
  }
  complete(receive);
}

void deliver_copy(Rank& destination, LocalMessage* message) {
  Request* receive;
  bool fire = false;
  const MessageId id = id_of(message->header);
  {
    std::lock_guard guard(destination.mailbox.lock);
    receive = destination.mailbox.match(message->header);
    if (!receive) {
      destination.mailbox.add(message);
      if (destination.mailbox.probing) fire = --destination.missing == 0;
    }
  }
  if (receive) hand_over(message, *receive);
  if (fire) Engine::current()->fire(destination, id);
}

void send_locally(Request& send, Rank& destination) {
  const Header header = header_of(send);
  ++local_traffic().messages;
  local_traffic().bytes += header.bytes;
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->handed_over(header);
  const bool borrow = send.mode == SendMode::Synchronous || header.bytes > copy_at_once_bytes;
  bool fire = false;
  {
    std::unique_lock guard(destination.mailbox.lock);
    if (Request* receive = destination.mailbox.match(header)) {
      guard.unlock();
      copy_to_receive(send, header, *receive);
      send.complete.store(true, std::memory_order_release);
      return;
    }
    if (borrow) {
      destination.mailbox.add(LocalMessage::borrow(send, header));
      if (destination.mailbox.probing) fire = --destination.missing == 0;
    }
  }
  if (send.ready) [[unlikely]]
    warn_of_ready_send(send);
  if (fire) Engine::current()->fire(destination, id_of(header));
  if (borrow) return;
  deliver_copy(destination,
               LocalMessage::copy(send.buffer, send.count, *send.type, header, pooled(*send.rank)));
  send.complete.store(true, std::memory_order_release);
}

void send_away(Request& send, ProcessId process) {
  Job& job = send.rank->job;
  send.rank->priority = std::max(send.rank->priority, Rank::feeds_other_process);
  send.packer = std::make_unique<Packer>(send.buffer, send.count, *send.type);
  if (job.messenger->send(process, header_of(send), *send.packer, send.mode, &send,
                          pooled(*send.rank))) {
    send.complete.store(true, std::memory_order_release);
  }
}

Request* new_step(Rank& rank, Request::Kind kind, void* buffer, std::size_t count,
                  const Datatype& type, TaskId peer, std::uint32_t context, int tag,
                  Communicator* comm, CollectiveCall call) {
  auto* request = new Request(rank);
  request->kind = kind;
  request->buffer = buffer;
  request->count = count;
  request->type = &type;
  if (type.combiner != MPI_COMBINER_NAMED) request->type_keeper = type.weak_from_this().lock();
  request->peer = peer;
  request->context = context;
  request->tag = tag;
  request->comm = comm;
  request->call = call;
  request->internal = true;
  request->active = true;
  if (comm) ++comm->pending;
  return request;
}

}  // namespace

SendMode effective_mode(const Rank& rank, SendMode mode) {
  const bool put = mode == SendMode::Standard && rank.region && rank.region->in_send_block();
  return put ? SendMode::Put : mode;
}

void post_send(Request& send) {
  send.rank->refuse_in_reduction();
  send.function = send.rank->function;
  send.call_site = send.rank->call_site;
  if (send.peer == no_peer) {
    send.complete.store(true, std::memory_order_release);
    return;
  }
  const Channel to = send.rank->job.channel(send.peer);
  if (to.local) {
    send_locally(send, static_cast<Rank&>(*to.local));
  } else {
    send_away(send, to.process);
  }
}

void post_receive(Request& receive) {
  Rank& rank = *receive.rank;
  rank.refuse_in_reduction();
  receive.function = rank.function;
  receive.call_site = rank.call_site;
  if (receive.peer == no_peer) {
    receive.source = no_peer;
    receive.received_tag = MPI_ANY_TAG;
    receive.bytes = 0;
    receive.complete.store(true, std::memory_order_release);
    return;
  }
  Message* message;
  {
    std::lock_guard guard(rank.mailbox.lock);
    message = rank.mailbox.match(Pattern{receive.peer, receive.tag, receive.context});
    if (!message) rank.mailbox.add(&receive);
  }
  if (message) hand_over(message, receive);
}

Request* start_send(Rank& rank, const void* buffer, std::size_t count, const Datatype& type,
                    TaskId world_rank, std::uint32_t context, int tag, Communicator* comm,
                    CollectiveCall call) {
  Request* request = new_step(rank, Request::Kind::Send, const_cast<void*>(buffer), count, type,
                              world_rank, context, tag, comm, call);
  post_send(*request);
  if (!request->complete.load(std::memory_order_acquire)) return request;
  release(request);
  return nullptr;
}

Request* start_receive(Rank& rank, void* buffer, std::size_t count, const Datatype& type,
                       TaskId world_rank, std::uint32_t context, int tag, Communicator* comm,
                       CollectiveCall call) {
  Request* request = new_step(rank, Request::Kind::Receive, buffer, count, type, world_rank,
                              context, tag, comm, call);
  post_receive(*request);
  return request;
}

void hand_over(Message* message, Request& receive) {
  note_message(receive, message->header);
  if (message->local) {
    {
      const Filling filling(receive);
      static_cast<LocalMessage*>(message)->take(receive.buffer, receive.count, *receive.type);
    }
    complete(receive);
  } else {
    receive.unpacker = Unpacker(receive.buffer, receive.count, *receive.type);
    message->receive(receive);  // completes it through done()
  }
}

void settle_send(Request& send) {
  if (send.kind != Request::Kind::Send || must_match(send)) return;
  Rank* destination = send.rank->job.local_rank(send.peer);
  if (!destination) return;
  {
    // Under the receiver's lock: the message is still in its mailbox, or a receive is just taking
    // it.
    std::lock_guard guard(destination->mailbox.lock);
    if (!send.borrowed) return;
    send.borrowed->detach(pooled(*send.rank));
  }
  complete(send);
}

bool withdraw_send(Request& send) {
  Rank* destination = send.rank->job.local_rank(send.peer);
  if (!destination) return false;
  LocalMessage* message;
  {
    std::lock_guard guard(destination->mailbox.lock);
    message = send.borrowed;
    if (!message) return false;
    destination->mailbox.take_out(message);
    send.cancelled = true;
  }
  message->discard();
  return true;
}

}  // namespace bamboo::mpi
