// SPDX-License-Identifier: Apache-2.0
#include "p2p/completion.h"

#include <new>

#include "matching/local_message.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

bool must_match(const Request& send) {
  const SendMode mode = send.as<SendRequest>().mode;
  return mode == SendMode::Synchronous ||
         (mode == SendMode::Standard && send.count * send.type->size > standard_copy_bytes);
}

/// The message that completes the request, if it is one message.
MessageId cause_of(const Request& request) {
  if (const auto* receive = std::get_if<ReceiveRequest>(&request.kind))
    return {receive->source, receive->number};
  return request.is<SendRequest>() ? MessageId{request.peer, 0} : MessageId{};
}

}  // namespace

void complete(Request& request) {
  MessagingTask& owner = *request.owner;
  MessageId cause;
  bool fire = false;
  bool is_abandoned = false;
  {
    const auto in = owner.inbox.lock();
    fire = in->completed(request);
    is_abandoned = request.state.now() == RequestState::Abandoned;
    cause = cause_of(request);
    request.state.complete();  // last: the owner may free it at once
  }
  const bool is_freed_send = is_abandoned && request.is<SendRequest>();
  if (is_abandoned) free_request(&request);
  if (fire) owner.wake(cause);
  // This comes last: the owner may end immediately.
  if (is_freed_send) owner.freed_sends.fetch_sub(1, std::memory_order_release);
}

void Request::done() {
  mpi::complete(*this);
}
void Request::sent() {
  mpi::complete(*this);
}

void hand_over(Message* message, Request& receive) {
  receive.matched(message->header);
  if (message->local) {
    {
      const ActiveReceive scope(receive);
      static_cast<LocalMessage*>(message)->take(receive.buffer, receive.count, *receive.type);
    }
    complete(receive);
  } else {
    receive.as<ReceiveRequest>().unpacker = Unpacker(receive.buffer, receive.count, *receive.type);
    message->receive(receive);  // completes the request through done()
  }
}

void settle_send(Request& send, WhenFull when_full) {
  if (!send.is<SendRequest>() || must_match(send)) return;
  const auto& its = send.as<SendRequest>();
  MessagingTask* destination = send.owner->neighbour(send.peer);
  if (!destination) return;
  {
    // Under the receiver's lock: the message is still in its mailbox, or a receive is taking it.
    const auto in = destination->inbox.lock();
    if (!its.borrowed) return;
    if (when_full == WhenFull::Hold && its.mode == SendMode::Standard &&
        unexpected_memory.is_full())
      return in->mailbox.hold(*its.borrowed);
    try {
      in->mailbox.detach(*its.borrowed, send.owner->sends.recycles_buffers);
    } catch (const std::bad_alloc&) {
      fail_without_memory(send);
    }
  }
  complete(send);
}

void fail_without_memory(const Request& send) {
  fail(MPI_ERR_NO_MEM, "no memory for a copy of the message to rank %d, tag %d, of %zu bytes",
       send.peer, send.tag, send.count * send.type->size);
}

bool withdraw_send(Request& send) {
  MessagingTask* destination = send.owner->neighbour(send.peer);
  if (!destination) return false;
  LocalMessage* message = nullptr;
  {
    const auto in = destination->inbox.lock();
    message = send.as<SendRequest>().borrowed;
    if (!message) return false;
    in->mailbox.take_out(message);
    send.cancelled = true;
  }
  message->discard();
  return true;
}

void free_request(Request* request) {
  delete request;
}

}  // namespace bamboo::mpi
