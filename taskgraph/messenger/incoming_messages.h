// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "messenger/in_flight.h"
#include "messenger/incoming_message.h"
#include "messenger/messenger.h"
#include "messenger/peer_memory.h"
#include "messenger/piece_channel.h"
#include "messenger/pools.h"

namespace bamboo {

/// The receiving half of a messenger: the messages of which not all has come, and those that no
/// task has taken.
class IncomingMessages {
 public:
  IncomingMessages(PieceChannel& channel, InFlight& in_flight, ChunkPool& chunks,
                   const PeerMemory& memory, CreditBudget budget, int processes, Threads threads);

  Messenger::Deliver deliver;

  // Pieces of messages, under the transport's lock.
  void first_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                   std::size_t bytes);
  void data_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                  std::size_t bytes);

  /// Messages to be read now that the transport's lock is about to be given up.
  std::vector<IncomingMessage*> take_readable() { return std::exchange(*readable_, {}); }
  /// Without the lock.
  static void read_all(const std::vector<IncomingMessage*>& messages);

  // Used by messages that have arrived. Any thread may call these.
  Threads threads() const { return threads_; }
  ChunkPool& chunks() { return chunks_; }
  /// The byte up to which the sender of an offered message may send at first.
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
  void release(ProcessId source, std::uint32_t slot) {
    channel_.control(source, PieceKind::Release, slot);
  }
  /// Calls message->read(), later if the calling thread has the transport's lock.
  void read(IncomingMessage* message);
  /// Fills `to` with a payload in its sender's memory. Returns false if the kernel refuses.
  bool copy(ProcessId source, std::uint64_t address, std::span<std::byte> to);
  /// The last byte of the message has arrived; its task has not been notified yet.
  static void arrived(const IncomingMessage& message);
  /// The message's payload was taken: gives its credits back and recycles it.
  void taken(IncomingMessage* message);
  /// Bytes of payload that are here before a task has asked for them.
  void unexpected(std::int64_t change);
  void add_to(TrafficStatistics& traffic) const;

 private:
  PieceChannel& channel_;
  InFlight& in_flight_;
  ChunkPool& chunks_;
  const PeerMemory& memory_;
  const Threads threads_;
  /// The number of bytes by which requests for an offered message exceed the bytes that have
  /// arrived.
  const std::uint64_t pull_window_;
  using BySlot = std::vector<IncomingMessage*>;
  GuardedByTransportLock<std::vector<BySlot>> unfinished_;  // by source
  GuardedByTransportLock<std::vector<IncomingMessage*>> readable_;
  std::atomic<std::int64_t> unexpected_{0}, unexpected_peak_{0};
  std::atomic<std::uint64_t> messages_read_{0}, bytes_read_{0};
  ObjectPool<IncomingMessage> pool_;
};

}  // namespace bamboo
