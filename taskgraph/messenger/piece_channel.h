// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/statistics.h"
#include "messenger/in_flight.h"
#include "messenger/owed_credits.h"
#include "messenger/piece.h"
#include "messenger/transport_lock.h"
#include "transport/transport.h"

namespace bamboo {

/// Sends pieces to other processes over a transport, which one thread uses at a time. Each piece
/// takes along the credits that this process owes its destination.
class PieceChannel {
 public:
  PieceChannel(Transport& transport, OwedCredits& owed, InFlight& in_flight, Threads threads)
      : piece_bytes(transport.piece_bytes()),
        transport_(transport),
        owed_(owed),
        in_flight_(in_flight),
        sequences_(lock_),
        traffic_(lock_),
        controls_(threads),
        leaving_(lock_) {
    sequences_.alone().resize(transport.processes());
  }

  class Locked;    // the transport's lock, in a scope
  class Unlocked;  // and not, in a scope
  bool try_lock() { return lock_.try_lock(); }
  TransportLock& lock() { return lock_; }

  const std::size_t piece_bytes;
  // For the holder of the lock:
  TrafficStatistics& traffic() { return *traffic_; }
  std::byte* allocate() { return transport_.allocate(); }
  std::size_t unsent() const { return transport_.unsent(); }
  void post(ProcessId destination, std::byte* piece, PieceKind kind, std::uint8_t flags,
            std::uint32_t slot, std::size_t bytes);

  /// Sends a piece without payload as soon as the transport is free; never waits. Any thread may
  /// call it.
  void control(ProcessId destination, PieceKind kind, std::uint32_t slot, std::uint64_t value = 0);
  /// A message was taken. Any thread may call it.
  void give_back(ProcessId source, std::uint64_t bytes) {
    if (owed_.give_back(source, bytes)) control(source, PieceKind::Credit, 0);
  }
  /// Messenger::abort().
  [[noreturn]] void abort(int code, const std::function<void()>& last_words);

 private:
  struct Control {
    ProcessId destination;
    PieceKind kind;
    std::uint32_t slot;
    std::uint64_t value;
  };
  void leave();
  void flush_controls();

  Transport& transport_;
  OwedCredits& owed_;
  InFlight& in_flight_;
  TransportLock lock_;
  GuardedByTransportLock<std::vector<std::uint32_t>> sequences_;  // of the next piece
  GuardedByTransportLock<TrafficStatistics> traffic_;
  Guarded<std::vector<Control>> controls_;
  GuardedByTransportLock<std::vector<Control>> leaving_;  // controls that leave just now
  std::atomic<bool> are_controls_{false};
  std::atomic<bool> is_aborting_{false};
};

class PieceChannel::Locked {
 public:
  explicit Locked(PieceChannel& channel) : channel_(channel) { channel.lock_.lock(); }
  Locked(PieceChannel& channel, std::adopt_lock_t) : channel_(channel) {}
  ~Locked() { channel_.leave(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PieceChannel& channel_;
};

/// Releases the lock while a payload is read, which may take a while. It does not during a delivery
/// that sends: polling goes on after it, and held messages must leave in order.
class PieceChannel::Unlocked {
 public:
  explicit Unlocked(PieceChannel& channel) : lock_(channel.lock_), is_unlocked_(!lock_.nested()) {
    if (is_unlocked_) lock_.unlock();
  }
  ~Unlocked() {
    if (is_unlocked_) lock_.lock();
  }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  TransportLock& lock_;
  const bool is_unlocked_;
};

}  // namespace bamboo
