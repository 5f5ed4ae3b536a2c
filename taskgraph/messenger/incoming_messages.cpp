// SPDX-License-Identifier: Apache-2.0
#include "messenger/incoming_messages.h"

#include <algorithm>
#include <cstring>

#include "bamboo/taskgraph/internal/trace.h"

namespace bamboo {
namespace {

/// More bytes than any network has in flight.
constexpr std::uint64_t largest_pull_window = 16u << 20;

}  // namespace

IncomingMessages::IncomingMessages(PieceChannel& channel, InFlight& in_flight, ChunkPool& chunks,
                                   const PeerMemory& memory, CreditBudget budget, int processes,
                                   Threads threads)
    : channel_(channel),
      in_flight_(in_flight),
      chunks_(chunks),
      memory_(memory),
      threads_(threads),
      pull_window_(
          std::clamp(budget.bytes, 8 * std::uint64_t{channel.piece_bytes}, largest_pull_window)),
      unfinished_(channel.lock()),
      readable_(channel.lock()),
      pool_(threads) {
  unfinished_.alone().resize(processes);
}

void IncomingMessages::first_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                                   std::size_t bytes) {
  Header header;
  std::memcpy(&header, body, sizeof header);
  body += sizeof header;
  bytes -= sizeof header;
  ++channel_.traffic().messages_received;
  channel_.traffic().bytes_received += header.bytes;

  const bool offered = head.kind == PieceKind::Offer;
  std::uint64_t address = 0;
  if ((head.flags & PieceReadable) != 0) {
    std::memcpy(&address, body, sizeof address);
    bytes = 0;
  }
  IncomingMessage* message = pool_.take(*this);
  message->reuse(source, head.slot, head.flags, offered, address, header);
  if (bytes < header.bytes) {  // further messages will use this slot
    BySlot& unfinished = (*unfinished_)[source];
    if (unfinished.size() <= head.slot) unfinished.resize(head.slot + 1);
    unfinished[head.slot] = message;
    if (!offered) in_flight_.receive_begins();
  } else {
    arrived(*message);
  }
  message->deliver(body, bytes);
}

void IncomingMessages::arrived(const IncomingMessage& message) {
  if (Trace* trace = Trace::current()) [[unlikely]]
    trace->arrived(message.header);
}

void IncomingMessages::data_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                                  std::size_t bytes) {
  // After the last byte, the message may have been freed when arrive() returns.
  IncomingMessage* message = (*unfinished_)[source][head.slot];
  message->routed_ += bytes;
  const std::uint64_t total = message->header.bytes;
  if (message->routed_ == total) {
    in_flight_.receive_ends();
    arrived(*message);
  }
  if (message->offered_ && message->granted_ < total &&
      message->routed_ + pull_window_ / 2 >= message->granted_) {
    message->granted_ = std::min<std::uint64_t>(total, message->routed_ + pull_window_);
    channel_.control(source, PieceKind::Pull, head.slot, message->granted_);
  }
  message->arrive(body, bytes);
}

void IncomingMessages::taken(IncomingMessage* message) {
  const ProcessId source = message->process_;
  const std::uint64_t bytes = message->offered_ ? 0 : message->header.bytes;
  pool_.give(message);
  channel_.give_back(source, bytes);
}

void IncomingMessages::read(IncomingMessage* message) {
  if (channel_.lock().held_by_me())
    readable_->push_back(message);
  else
    message->read();
}

void IncomingMessages::read_all(const std::vector<IncomingMessage*>& messages) {
  for (IncomingMessage* message : messages) message->read();
}

bool IncomingMessages::copy(ProcessId source, std::uint64_t address, std::span<std::byte> to) {
  if (!memory_.read(source, address, to)) return false;
  messages_read_.fetch_add(1, std::memory_order_relaxed);
  bytes_read_.fetch_add(to.size(), std::memory_order_relaxed);
  return true;
}

void IncomingMessages::add_to(TrafficStatistics& traffic) const {
  traffic.unexpected_bytes_peak = unexpected_peak_.load(std::memory_order_relaxed);
  traffic.messages_read = messages_read_.load(std::memory_order_relaxed);
  traffic.bytes_read = bytes_read_.load(std::memory_order_relaxed);
  traffic.not_read_because = memory_.refusal();
}

void IncomingMessages::unexpected(std::int64_t change) {
  const std::int64_t now = unexpected_.fetch_add(change, std::memory_order_relaxed) + change;
  std::int64_t peak = unexpected_peak_.load(std::memory_order_relaxed);
  while (now > peak &&
         !unexpected_peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace bamboo
