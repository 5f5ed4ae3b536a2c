// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>

#include "bamboo/taskgraph/internal/trace.h"
#include "messenger/messenger_core.h"

namespace bamboo {

void MessengerCore::piece(ProcessId source, const std::byte* data, std::size_t bytes) {
  PieceHeader head;
  std::memcpy(&head, data, sizeof head);
  Peer& peer = exchange_->peers[source];
  if (head.sequence != peer.expected_sequence++) {
    std::fprintf(stderr,
                 "bamboo: %s gave process %d piece %u of process %d where piece %u was due\n",
                 transport_->name().c_str(), transport_->process(), head.sequence, source,
                 peer.expected_sequence - 1);
    abort(1);
  }
  if (counts_as_traffic(head.kind)) ++exchange_->traffic.pieces_received;
  peer.give_back(head.bytes_returned);
  if (head.messages_returned > 0) {
    peer.credit_messages += head.messages_returned;
    peer.reported_starved = false;
    release_held(source);
  }

  const std::byte* body = data + sizeof head;
  bytes -= sizeof head;
  switch (head.kind) {
    case PieceKind::Message:
    case PieceKind::Offer:
      first_piece(source, head, body, bytes);
      break;
    case PieceKind::Data:
      data_piece(source, head, body, bytes);
      break;
    case PieceKind::Detect:
      detector.receive(source, static_cast<Detection>(head.slot), {body, bytes});
      break;
    default:
      control_piece(source, head, body);
  }
}

void MessengerCore::first_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                                std::size_t bytes) {
  Header header;
  std::memcpy(&header, body, sizeof header);
  body += sizeof header;
  bytes -= sizeof header;
  ++exchange_->traffic.messages_received;
  exchange_->traffic.bytes_received += header.bytes;

  const bool offered = head.kind == PieceKind::Offer;
  IncomingMessage* message = incoming_pool_.take(*this);
  message->reuse(source, head.slot, head.flags, offered, header);
  if (bytes < header.bytes) {  // more will come under this slot
    std::vector<IncomingMessage*>& incoming = exchange_->peers[source].incoming;
    if (incoming.size() <= head.slot) incoming.resize(head.slot + 1);
    incoming[head.slot] = message;
    if (!offered) unfinished_receives_.fetch_add(1);
  } else {
    arrived(*message);
  }
  message->deliver(body, bytes);
}

/// The last byte of the message has arrived; its task has not been notified yet.
void MessengerCore::arrived(const IncomingMessage& message) {
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->arrived(message.header);
}

void MessengerCore::data_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                               std::size_t bytes) {
  // After the last byte, the message may have been freed when arrive() returns.
  IncomingMessage* message = exchange_->peers[source].incoming[head.slot];
  message->routed_ += bytes;
  const std::uint64_t total = message->header.bytes;
  if (message->routed_ == total) {
    unfinished_receives_.fetch_sub(1);
    arrived(*message);
  }
  if (message->offered_ && message->granted_ < total &&
      message->routed_ + pull_window_ / 2 >= message->granted_) {
    message->granted_ = std::min<std::uint64_t>(total, message->routed_ + pull_window_);
    control(source, PieceKind::Pull, head.slot, message->granted_);
  }
  message->arrive(body, bytes);
}

void MessengerCore::taken(IncomingMessage* message) {
  const ProcessId source = message->process_;
  const std::uint64_t bytes = message->offered_ ? 0 : message->header.bytes;
  incoming_pool_.give(message);
  give_back(source, bytes);
}

void MessengerCore::unexpected(std::int64_t change) {
  const std::int64_t now = unexpected_.fetch_add(change, std::memory_order_relaxed) + change;
  std::int64_t peak = unexpected_peak_.load(std::memory_order_relaxed);
  while (now > peak &&
         !unexpected_peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace bamboo
