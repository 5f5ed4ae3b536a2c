// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>

#include "bamboo/taskgraph/internal/trace.h"
#include "messenger/messenger_core.h"

namespace bamboo {
namespace {

/// Reads a payload that was copied because its send had to be complete before it could leave.
class CopySource final : public PayloadSource {
 public:
  CopySource(OutgoingMessage& message, ChunkPool& pool) : message_(message), pool_(pool) {}
  void read(std::byte* out, std::size_t n) override {
    while (n > 0) {
      Chunk* chunk = message_.copy;
      const std::size_t part = std::min(n, chunk->bytes);
      std::memcpy(out, chunk->data, part);
      chunk->data += part;
      chunk->bytes -= part;
      out += part;
      n -= part;
      if (chunk->bytes == 0) {
        message_.copy = chunk->next;
        pool_.release(chunk);
      }
    }
  }

 private:
  OutgoingMessage& message_;
  ChunkPool& pool_;
};

/// A standard send that need not wait for its receive.
bool may_be_copied(const OutgoingMessage& message) {
  return message.mode == SendMode::Standard && message.header.bytes <= standard_copy_bytes;
}

/// Pieces of one message that go out before the other messages get their turn.
constexpr int stream_burst = 8;
/// Payloads of so many bytes are read in less time than the lock takes.
constexpr std::uint64_t quickly_read = 1024;
/// Payload of pulled messages that the installed MPI may have in hand at a time.
constexpr std::size_t stream_bytes = 4u << 20;

}  // namespace

bool MessengerCore::send(ProcessId destination, const Header& header, PayloadSource& source,
                         SendMode mode, SendCompletion* completion, bool pooled) {
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->sent(header);
  const LockedScope locked(*this);
  Peer& peer = exchange_->peers[destination];
  ++exchange_->traffic.messages_sent;
  exchange_->traffic.bytes_sent += header.bytes;
  const bool now = peer.held.empty() && fits(peer, header);
  if (now && mode != SendMode::Synchronous) {
    charge(peer, header.bytes);
    send_eagerly(destination, header, source, mode, pooled, nullptr);
    return true;
  }

  OutgoingMessage* message = new_outgoing();
  message->destination = destination;
  message->header = header;
  message->mode = mode;
  message->pooled = pooled;
  message->source = &source;
  message->completion = completion;
  const bool buffered = mode == SendMode::Put;
  if (buffered) {
    try {
      copy_payload(message, source);
    } catch (...) {
      complete(message);
      throw;
    }
  }
  if (peer.held.empty() && peer.credit_messages > 0) {
    start(message);
  } else {
    peer.held.push(message);
    if (!peer.reported_starved) {
      peer.reported_starved = true;
      control(destination, PieceKind::Starved, 0);
    }
  }
  return buffered;
}

bool MessengerCore::fits(const Peer& peer, const Header& header) const {
  return peer.credit_messages > 0 && header.bytes <= peer.credit_bytes;
}

void MessengerCore::charge(Peer& peer, std::uint64_t bytes) {
  --peer.credit_messages;
  peer.credit_bytes -= bytes;
}

OutgoingMessage* MessengerCore::new_outgoing() {
  unfinished_sends_.fetch_add(1);
  OutgoingMessage* message = outgoing_pool_.take();
  *message = OutgoingMessage{};
  return message;
}

void MessengerCore::copy_payload(OutgoingMessage* message, PayloadSource& source) {
  const UnlockedScope unlocked(lock_);
  Chunk** end = &message->copy;
  for (std::uint64_t left = message->header.bytes; left > 0;
       left -= (*end)->bytes, end = &(*end)->next) {
    *end = chunks_.allocate(std::min<std::uint64_t>(left, piece_bytes_), message->pooled);
    source.read((*end)->data, (*end)->bytes);
  }
  message->source = nullptr;
}

/// A message that has message credit leaves: whole if it fits, else as an offer.
void MessengerCore::start(OutgoingMessage* message) {
  Peer& peer = exchange_->peers[message->destination];
  if (!fits(peer, message->header)) {
    offer(message);
    return;
  }
  charge(peer, message->header.bytes);
  const bool wait = message->mode == SendMode::Synchronous;
  if (wait) message->slot = peer.open_slot(message);
  CopySource copy(*message, chunks_);
  send_eagerly(message->destination, message->header,
               message->source != nullptr ? *message->source : copy, message->mode, message->pooled,
               wait ? message : nullptr);
  if (!wait) complete(message);
}

void MessengerCore::offer(OutgoingMessage* message) {
  Peer& peer = exchange_->peers[message->destination];
  ++exchange_->traffic.rendezvous;
  charge(peer, 0);
  message->stage = OutgoingMessage::Stage::Offered;
  message->slot = peer.open_slot(message);
  post_first(message->destination, PieceKind::Offer, message->header,
             message->pooled ? 0 : piece_unpooled, message->slot, nullptr, 0);
  if (!may_be_copied(*message)) return;
  message->loan = OutgoingMessage::Loan::Waits;
  peer.waiting.push(message);
  say_blocked(message->destination);
}

void MessengerCore::say_blocked(ProcessId destination) {
  Peer& peer = exchange_->peers[destination];
  if (peer.reported_blocked) return;
  peer.reported_blocked = true;
  control(destination, PieceKind::Blocked, 0);
}

/// Completes the sends that wait, as far as the loan goes. The rest of it is for later ones.
void MessengerCore::take_loan(ProcessId source) {
  Peer& peer = exchange_->peers[source];
  peer.reported_blocked = false;
  if (peer.waiting.empty()) return;
  const std::uint64_t bytes = loan_bytes(budget_bytes_);
  peer.lent_bytes += bytes;
  peer.credit_bytes += bytes;
  while (!peer.waiting.empty() && peer.waiting.first->header.bytes <= peer.credit_bytes)
    complete_by_copy(peer.waiting.pop());
  if (!peer.waiting.empty()) say_blocked(source);
}

/// The send is complete; another record has a copy of its payload, until the receiver pulls it.
void MessengerCore::complete_by_copy(OutgoingMessage* message) {
  Peer& peer = exchange_->peers[message->destination];
  OutgoingMessage* kept = new_outgoing();
  *kept = *message;
  kept->mode = SendMode::Put;
  kept->completion = nullptr;
  kept->loan = OutgoingMessage::Loan::Used;
  copy_payload(kept, *message->source);
  peer.credit_bytes -= message->header.bytes;
  peer.slots[kept->slot] = kept;
  complete(message);
}

/// `record`: of a synchronous message, which has its slot until it is acknowledged.
void MessengerCore::send_eagerly(ProcessId destination, const Header& header, PayloadSource& source,
                                 SendMode mode, bool pooled, OutgoingMessage* record) {
  const auto first =
      static_cast<std::size_t>(std::min<std::uint64_t>(header.bytes, piece_bytes_ - first_offset));
  std::uint64_t left = header.bytes - first;
  std::uint32_t slot = no_slot;
  if (record != nullptr) {
    slot = record->slot;
    record->stage = OutgoingMessage::Stage::Sending;
  } else if (left > 0) {
    slot = exchange_->peers[destination].open_slot(nullptr);
  }
  const std::uint8_t flags =
      (pooled ? 0 : piece_unpooled) | (mode == SendMode::Synchronous ? piece_synchronous : 0);
  post_first(destination, PieceKind::Message, header, flags, slot, &source, first);
  while (left > 0) {
    const auto bytes = std::min<std::uint64_t>(left, piece_bytes_ - rest_offset);
    post_data(destination, slot, source, bytes);
    left -= bytes;
  }
  if (record != nullptr)
    if (record->stage == OutgoingMessage::Stage::Acknowledged)
      close(record);
    else
      record->stage = OutgoingMessage::Stage::Sent;
  else if (slot != no_slot)
    exchange_->peers[destination].close_slot(slot);
}

void MessengerCore::post_first(ProcessId destination, PieceKind kind, const Header& header,
                               std::uint8_t flags, std::uint32_t slot, PayloadSource* source,
                               std::size_t bytes) {
  std::byte* piece = transport_->allocate();
  std::memcpy(piece + sizeof(PieceHeader), &header, sizeof header);
  if (bytes > 0) {
    std::optional<UnlockedScope> unlocked;
    if (header.bytes > quickly_read) unlocked.emplace(lock_);
    source->read(piece + first_offset, bytes);
  }
  post(destination, piece, kind, flags, slot, first_offset + bytes);
}

void MessengerCore::post_data(ProcessId destination, std::uint32_t slot, PayloadSource& source,
                              std::size_t bytes) {
  std::byte* piece = transport_->allocate();
  {
    const UnlockedScope unlocked(lock_);
    source.read(piece + rest_offset, bytes);
  }
  post(destination, piece, PieceKind::Data, 0, slot, rest_offset + bytes);
}

void MessengerCore::post(ProcessId destination, std::byte* piece, PieceKind kind,
                         std::uint8_t flags, std::uint32_t slot, std::size_t bytes) {
  PieceHeader head;
  head.kind = kind;
  head.flags = flags;
  head.slot = slot;
  stamp(destination, head);
  std::memcpy(piece, &head, sizeof head);
  if (counts_as_traffic(kind)) ++exchange_->traffic.pieces_sent;
  transport_->send(destination, piece, bytes);
}

/// The sends that had no message credit, as far as there is some now.
void MessengerCore::release_held(ProcessId destination) {
  Peer& peer = exchange_->peers[destination];
  while (!peer.held.empty() && peer.credit_messages > 0) start(peer.held.pop());
  if (!peer.held.empty() && !peer.reported_starved) {
    peer.reported_starved = true;
    control(destination, PieceKind::Starved, 0);
  }
}

/// Pulled payload: a burst of each message in turn, as long as the MPI keeps up.
void MessengerCore::stream() {
  const std::size_t most = std::max<std::size_t>(stream_bytes / piece_bytes_, 2 * stream_burst);
  OutgoingQueue later;
  while (!exchange_->streams.empty()) {
    OutgoingMessage* message = exchange_->streams.pop();
    CopySource copy(*message, chunks_);
    PayloadSource& source = message->source != nullptr ? *message->source : copy;
    for (int n = 0; n < stream_burst && message->sent < message->granted; ++n) {
      if (transport_->unsent() >= most) break;
      const auto bytes =
          std::min<std::uint64_t>(message->granted - message->sent, piece_bytes_ - rest_offset);
      post_data(message->destination, message->slot, source, bytes);
      message->sent += bytes;
    }
    if (message->sent == message->header.bytes)
      close(message);
    else if (message->sent < message->granted)
      later.push(message);
    else
      message->stage = OutgoingMessage::Stage::Offered;
  }
  exchange_->streams = later;
}

/// Nothing more travels under its slot.
void MessengerCore::close(OutgoingMessage* message) {
  Peer& peer = exchange_->peers[message->destination];
  peer.close_slot(message->slot);
  if (message->loan == OutgoingMessage::Loan::Used) peer.give_back(message->header.bytes);
  complete(message);
}

void MessengerCore::release_copy(OutgoingMessage* message) {
  while (message->copy != nullptr) {  // dropped by the receiver
    Chunk* chunk = message->copy;
    message->copy = chunk->next;
    chunks_.release(chunk);
  }
}

void MessengerCore::complete(OutgoingMessage* message) {
  release_copy(message);
  unfinished_sends_.fetch_sub(1);
  exchange_->completed.push(message);
}

void MessengerCore::run_completions(OutgoingMessage* message) {
  while (message != nullptr) {
    OutgoingMessage* following = message->next;
    SendCompletion* completion = message->mode == SendMode::Put ? nullptr : message->completion;
    outgoing_pool_.give(message);
    if (completion != nullptr) completion->sent();
    message = following;
  }
}

}  // namespace bamboo
