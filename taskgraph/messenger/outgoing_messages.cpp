// SPDX-License-Identifier: Apache-2.0
#include "messenger/outgoing_messages.h"

#include <cstring>
#include <optional>

#include "bamboo/taskgraph/internal/trace.h"
#include "messenger/loans.h"

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
  return message.mode == SendMode::Standard && message.header.bytes <= standard_copy_bytes &&
         message.address == 0;
}

/// Pieces of one message that go out before the other messages get their turn.
constexpr int stream_burst = 8;
/// Reading a payload of this size takes less time than taking the lock.
constexpr std::uint64_t quickly_read = 1024;
/// The limit of bytes of pulled messages that the installed MPI has accepted and not sent.
constexpr std::size_t stream_bytes = 4u << 20;

}  // namespace

OutgoingMessages::OutgoingMessages(PieceChannel& channel, InFlight& in_flight, ChunkPool& chunks,
                                   const PeerMemory& memory, CreditBudget budget, int processes,
                                   Threads threads)
    : channel_(channel),
      in_flight_(in_flight),
      chunks_(chunks),
      memory_(memory),
      budget_(budget),
      state_(channel.lock()),
      pool_(threads) {
  state_.alone().receivers.resize(processes);
  for (Receiver& receiver : state_.alone().receivers) {
    receiver.credit_bytes = budget.bytes;
    receiver.credit_messages = budget.messages;
  }
}

OutgoingMessages::~OutgoingMessages() {
  for (Receiver& receiver : state_.alone().receivers) {
    for (OutgoingMessage* message : receiver.slots)
      if (message != nullptr) release_copy(message);
    while (OutgoingMessage* message = receiver.held.pop()) release_copy(message);
  }
}

std::uint32_t OutgoingMessages::Receiver::open_slot(OutgoingMessage* message) {
  if (free_slots.empty()) {
    slots.push_back(message);
    return static_cast<std::uint32_t>(slots.size() - 1);
  }
  const std::uint32_t slot = free_slots.back();
  free_slots.pop_back();
  slots[slot] = message;
  return slot;
}

void OutgoingMessages::Receiver::withdraw_from_loans(OutgoingMessage& message) {
  if (message.loan != OutgoingMessage::Loan::Waits) return;
  waiting.remove(&message);
  message.loan = OutgoingMessage::Loan::None;
}

/// 0: the receiver cannot read the payload, or should not.
std::uint64_t OutgoingMessages::readable_address(ProcessId destination, const Header& header,
                                                 const PayloadSource& source, SendMode mode) const {
  if (mode == SendMode::Put || !memory_.is_wanted(destination, header.bytes) ||
      channel_.piece_bytes < smallest_readable)
    return 0;
  return reinterpret_cast<std::uintptr_t>(source.memory());
}

bool OutgoingMessages::send(ProcessId destination, const Header& header, PayloadSource& source,
                            SendMode mode, SendCompletion* completion, bool pooled) {
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->sent(header);
  const std::uint64_t address = readable_address(destination, header, source, mode);
  const PieceChannel::Locked locked(channel_);
  Receiver& receiver = state_->receivers[destination];
  ++channel_.traffic().messages_sent;
  channel_.traffic().bytes_sent += header.bytes;
  const bool now = address == 0 && receiver.held.empty() && receiver.fits(header);
  if (now && mode != SendMode::Synchronous) {
    receiver.charge(header.bytes);
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
  message->address = address;
  const bool buffered = mode == SendMode::Put;
  if (buffered) {
    try {
      copy_payload(message, source);
    } catch (...) {
      complete(message);
      throw;
    }
  }
  if (receiver.held.empty() && receiver.credit_messages > 0) {
    start(message);
  } else {
    receiver.held.push(message);
    say_starved(destination);
  }
  return buffered;
}

OutgoingMessage* OutgoingMessages::new_outgoing() {
  in_flight_.send_begins();
  OutgoingMessage* message = pool_.take();
  *message = OutgoingMessage{};
  return message;
}

void OutgoingMessages::copy_payload(OutgoingMessage* message, PayloadSource& source) {
  const PieceChannel::Unlocked unlocked(channel_);
  Chunk** end = &message->copy;
  for (std::uint64_t left = message->header.bytes; left > 0;
       left -= (*end)->bytes, end = &(*end)->next) {
    *end = chunks_.allocate(std::min<std::uint64_t>(left, channel_.piece_bytes), message->pooled);
    source.read((*end)->data, (*end)->bytes);
  }
  message->source = nullptr;
}

/// A message that has message credit leaves: as an offer if the receiver may read its payload, or
/// if it does not fit, else whole.
void OutgoingMessages::start(OutgoingMessage* message) {
  Receiver& receiver = state_->receivers[message->destination];
  if (message->address != 0 || !receiver.fits(message->header)) {
    offer(message);
    return;
  }
  receiver.charge(message->header.bytes);
  const bool wait = message->mode == SendMode::Synchronous;
  if (wait) message->slot = receiver.open_slot(message);
  CopySource copy(*message, chunks_);
  send_eagerly(message->destination, message->header,
               message->source != nullptr ? *message->source : copy, message->mode, message->pooled,
               wait ? message : nullptr);
  if (!wait) complete(message);
}

void OutgoingMessages::offer(OutgoingMessage* message) {
  Receiver& receiver = state_->receivers[message->destination];
  receiver.charge(0);
  message->stage = OutgoingMessage::Stage::Offered;
  message->slot = receiver.open_slot(message);
  const std::uint8_t flags = message->pooled ? 0 : PieceUnpooled;
  std::byte* piece = channel_.allocate();
  std::memcpy(piece + sizeof(PieceHeader), &message->header, sizeof message->header);
  if (message->address != 0) {
    std::memcpy(piece + first_offset, &message->address, sizeof message->address);
    channel_.post(message->destination, piece, PieceKind::Offer, flags | PieceReadable,
                  message->slot, smallest_readable);
  } else {
    ++channel_.traffic().rendezvous;
    channel_.post(message->destination, piece, PieceKind::Offer, flags, message->slot,
                  first_offset);
  }
  if (!may_be_copied(*message)) return;
  message->loan = OutgoingMessage::Loan::Waits;
  receiver.waiting.push(message);
  say_blocked(message->destination);
}

void OutgoingMessages::say_starved(ProcessId destination) {
  Receiver& receiver = state_->receivers[destination];
  if (receiver.reported_starved) return;
  receiver.reported_starved = true;
  channel_.control(destination, PieceKind::Starved, 0);
}

void OutgoingMessages::say_blocked(ProcessId destination) {
  Receiver& receiver = state_->receivers[destination];
  if (receiver.reported_blocked) return;
  receiver.reported_blocked = true;
  channel_.control(destination, PieceKind::Blocked, 0);
}

/// Completes waiting sends up to the size of the loan. The remainder is for later ones.
void OutgoingMessages::lent(ProcessId by) {
  Receiver& receiver = state_->receivers[by];
  receiver.reported_blocked = false;
  if (receiver.waiting.empty()) return;
  const std::uint64_t bytes = loan_bytes(budget_.bytes);
  receiver.lent_bytes += bytes;
  receiver.credit_bytes += bytes;
  while (!receiver.waiting.empty() && receiver.waiting.first->header.bytes <= receiver.credit_bytes)
    complete_by_copy(receiver.waiting.pop());
  if (!receiver.waiting.empty()) say_blocked(by);
}

/// The send is complete; another record has a copy of its payload, until the receiver pulls it.
void OutgoingMessages::complete_by_copy(OutgoingMessage* message) {
  Receiver& receiver = state_->receivers[message->destination];
  OutgoingMessage* kept = new_outgoing();
  *kept = *message;
  kept->mode = SendMode::Put;
  kept->completion = nullptr;
  kept->loan = OutgoingMessage::Loan::Used;
  copy_payload(kept, *message->source);
  receiver.credit_bytes -= message->header.bytes;
  receiver.slots[kept->slot] = kept;
  complete(message);
}

/// `record`: of a synchronous message, which has its slot until it is acknowledged.
void OutgoingMessages::send_eagerly(ProcessId destination, const Header& header,
                                    PayloadSource& source, SendMode mode, bool pooled,
                                    OutgoingMessage* record) {
  const auto first = static_cast<std::size_t>(
      std::min<std::uint64_t>(header.bytes, channel_.piece_bytes - first_offset));
  std::uint64_t left = header.bytes - first;
  std::uint32_t slot = no_slot;
  if (record != nullptr) {
    slot = record->slot;
    record->stage = OutgoingMessage::Stage::Sending;
  } else if (left > 0) {
    slot = state_->receivers[destination].open_slot(nullptr);
  }
  const std::uint8_t flags =
      (pooled ? 0 : PieceUnpooled) | (mode == SendMode::Synchronous ? PieceSynchronous : 0);
  post_first(destination, header, flags, slot, source, first);
  while (left > 0) {
    const auto bytes = std::min<std::uint64_t>(left, channel_.piece_bytes - rest_offset);
    post_data(destination, slot, source, bytes);
    left -= bytes;
  }
  if (record != nullptr)
    if (record->stage == OutgoingMessage::Stage::Acknowledged)
      close(record);
    else
      record->stage = OutgoingMessage::Stage::Sent;
  else if (slot != no_slot)
    state_->receivers[destination].close_slot(slot);
}

void OutgoingMessages::post_first(ProcessId destination, const Header& header, std::uint8_t flags,
                                  std::uint32_t slot, PayloadSource& source, std::size_t bytes) {
  std::byte* piece = channel_.allocate();
  std::memcpy(piece + sizeof(PieceHeader), &header, sizeof header);
  if (bytes > 0) {
    std::optional<PieceChannel::Unlocked> unlocked;
    if (header.bytes > quickly_read) unlocked.emplace(channel_);
    source.read(piece + first_offset, bytes);
  }
  channel_.post(destination, piece, PieceKind::Message, flags, slot, first_offset + bytes);
}

void OutgoingMessages::post_data(ProcessId destination, std::uint32_t slot, PayloadSource& source,
                                 std::size_t bytes) {
  std::byte* piece = channel_.allocate();
  {
    const PieceChannel::Unlocked unlocked(channel_);
    source.read(piece + rest_offset, bytes);
  }
  channel_.post(destination, piece, PieceKind::Data, 0, slot, rest_offset + bytes);
}

void OutgoingMessages::credited(ProcessId by, std::uint64_t bytes, std::uint64_t messages) {
  Receiver& receiver = state_->receivers[by];
  receiver.give_back(bytes);
  if (messages == 0) return;
  receiver.credit_messages += messages;
  receiver.reported_starved = false;
  while (!receiver.held.empty() && receiver.credit_messages > 0) start(receiver.held.pop());
  if (!receiver.held.empty()) say_starved(by);
}

void OutgoingMessages::pulled(ProcessId by, std::uint32_t slot, std::uint64_t end) {
  Receiver& receiver = state_->receivers[by];
  OutgoingMessage* message = receiver.slots[slot];
  message->granted = end;
  if (message->stage != OutgoingMessage::Stage::Offered) return;
  receiver.withdraw_from_loans(*message);
  message->stage = OutgoingMessage::Stage::Streaming;
  state_->streams.push(message);
}

void OutgoingMessages::released_or_acknowledged(ProcessId by, std::uint32_t slot) {
  Receiver& receiver = state_->receivers[by];
  OutgoingMessage* message = receiver.slots[slot];
  if (message->stage == OutgoingMessage::Stage::Sending) {
    message->stage = OutgoingMessage::Stage::Acknowledged;
    return;
  }
  receiver.withdraw_from_loans(*message);
  close(message);
}

void OutgoingMessages::stream() {
  const std::size_t most =
      std::max<std::size_t>(stream_bytes / channel_.piece_bytes, 2 * stream_burst);
  OutgoingQueue later;
  while (!state_->streams.empty()) {
    OutgoingMessage* message = state_->streams.pop();
    CopySource copy(*message, chunks_);
    PayloadSource& source = message->source != nullptr ? *message->source : copy;
    for (int n = 0; n < stream_burst && message->sent < message->granted; ++n) {
      if (channel_.unsent() >= most) break;
      const auto bytes = std::min<std::uint64_t>(message->granted - message->sent,
                                                 channel_.piece_bytes - rest_offset);
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
  state_->streams = later;
}

/// No further pieces use its slot.
void OutgoingMessages::close(OutgoingMessage* message) {
  Receiver& receiver = state_->receivers[message->destination];
  receiver.close_slot(message->slot);
  if (message->loan == OutgoingMessage::Loan::Used) receiver.give_back(message->header.bytes);
  complete(message);
}

void OutgoingMessages::release_copy(OutgoingMessage* message) {
  while (message->copy != nullptr) {  // released by the receiver
    Chunk* chunk = message->copy;
    message->copy = chunk->next;
    chunks_.release(chunk);
  }
}

void OutgoingMessages::complete(OutgoingMessage* message) {
  release_copy(message);
  in_flight_.send_ends();
  state_->completed.push(message);
}

void OutgoingMessages::run_completions(OutgoingMessage* message) {
  while (message != nullptr) {
    OutgoingMessage* following = message->next;
    SendCompletion* completion = message->mode == SendMode::Put ? nullptr : message->completion;
    pool_.give(message);
    if (completion != nullptr) completion->sent();
    message = following;
  }
}

}  // namespace bamboo
