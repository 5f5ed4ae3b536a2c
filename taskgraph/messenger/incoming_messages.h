// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "messenger/in_flight.h"
#include "messenger/incoming_message.h"
#include "messenger/messenger.h"
#include "messenger/piece_channel.h"
#include "messenger/pools.h"

namespace bamboo {

/// The receiving half of a messenger: the messages of which not all has come, and those that no
/// task has taken.
class IncomingMessages {
 public:
  IncomingMessages(PieceChannel& channel, InFlight& in_flight, ChunkPool& chunks,
                   CreditBudget budget, int processes, Threads threads);

  Messenger::Deliver deliver;

  // Pieces of messages, under the transport's lock.
  void first_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                   std::size_t bytes);
  void data_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                  std::size_t bytes);

  // Used by messages that have arrived. Any thread may call these.
  Threads threads() const { return threads_; }
  ChunkPool& chunks() { return chunks_; }
  /// How far the sender of an offered message may send at first.
  std::uint64_t first_grant(std::uint64_t bytes) const { return std::min(bytes, pull_window_); }
  /// A task wants an offered message, at first up to the byte `granted`.
  void pull(ProcessId source, std::uint32_t slot, std::uint64_t granted) {
    in_flight_.receive_begins();
    channel_.control(source, PieceKind::Pull, slot, granted);
  }
  /// A task receives or discards a synchronous message.
  void acknowledge(ProcessId source, std::uint32_t slot) {
    channel_.control(source, PieceKind::Acknowledge, slot);
  }
  void drop(ProcessId source, std::uint32_t slot) {
    channel_.control(source, PieceKind::Drop, slot);
  }
  /// The message's payload was taken: gives its credits back and recycles it.
  void taken(IncomingMessage* message);
  /// Bytes of payload that are here before a task has asked for them.
  void unexpected(std::int64_t change);
  std::uint64_t unexpected_peak() const { return unexpected_peak_.load(std::memory_order_relaxed); }

 private:
  static void arrived(const IncomingMessage& message);

  PieceChannel& channel_;
  InFlight& in_flight_;
  ChunkPool& chunks_;
  const Threads threads_;
  /// The number of bytes by which requests for an offered message exceed the bytes that have
  /// arrived.
  const std::uint64_t pull_window_;
  using BySlot = std::vector<IncomingMessage*>;
  GuardedByTransportLock<std::vector<BySlot>> unfinished_;  // by source
  std::atomic<std::int64_t> unexpected_{0}, unexpected_peak_{0};
  ObjectPool<IncomingMessage> pool_;
};

}  // namespace bamboo
