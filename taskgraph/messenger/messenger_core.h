// SPDX-License-Identifier: Apache-2.0
// The inside of a Messenger. Sending: send.cpp. Receiving: receive.cpp. Credits and the pieces that
// carry nothing else: credits.cpp.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "deadlock/deadlock_detector.h"
#include "messenger/incoming_message.h"
#include "messenger/messenger.h"
#include "messenger/peer.h"
#include "messenger/piece.h"
#include "messenger/pools.h"
#include "messenger/transport_lock.h"

namespace bamboo {

class MessengerCore final : public PieceReceiver, private DetectionLink {
 public:
  MessengerCore(std::unique_ptr<Transport> transport, std::size_t eager_budget, Threads threads,
                Now now);
  ~MessengerCore() override;

  bool send(ProcessId destination, const Header& header, PayloadSource& source, SendMode mode,
            SendCompletion* completion, bool pooled);
  bool progress();
  void shutdown(const std::function<void()>& at_the_end);
  TrafficStatistics statistics();

  /// Messenger::abort(), and the detector's.
  [[noreturn]] void abort(int code) override { abort(code, {}); }
  [[noreturn]] void abort(int code, const std::function<void()>& last_words);

  Messenger::Deliver deliver;
  std::function<void()> on_polling_needed;
  DeadlockDetector detector;
  Transport& transport() { return *transport_; }
  /// A task of this process polled for a message and found none. Any thread may call it.
  void polled_without_success() { polled_without_success_.store(true, std::memory_order_relaxed); }
  bool needs_polling() const {
    return unsent_.load() || unfinished_receives_.load() > 0 || unfinished_sends_.load() > 0;
  }

  // Used by messages that have arrived. Any thread may call these.
  Threads threads() const { return threads_; }
  ChunkPool& chunks() { return chunks_; }
  /// Sends a piece without payload as soon as the transport is free; never waits.
  void control(ProcessId destination, PieceKind kind, std::uint32_t slot, std::uint64_t value = 0);
  /// An offered message was asked for.
  void pulled() { unfinished_receives_.fetch_add(1); }
  /// The message's payload was taken: gives its credits back and recycles it.
  void taken(IncomingMessage* message);
  /// The number of bytes by which requests for an offered message exceed the bytes that have
  /// arrived.
  std::uint64_t pull_window() const { return pull_window_; }
  /// Bytes of payload that are here before a task has asked for them.
  void unexpected(std::int64_t change);

 private:
  struct Control {
    ProcessId destination;
    PieceKind kind;
    std::uint32_t slot;
    std::uint64_t value;
  };
  struct LockedScope;    // the transport's lock, in a scope
  struct UnlockedScope;  // and not, in a scope

  // send.cpp
  void post(ProcessId destination, std::byte* piece, PieceKind kind, std::uint8_t flags,
            std::uint32_t slot, std::size_t bytes);
  void post_first(ProcessId destination, PieceKind kind, const Header& header, std::uint8_t flags,
                  std::uint32_t slot, PayloadSource* source, std::size_t bytes);
  void post_data(ProcessId destination, std::uint32_t slot, PayloadSource& source,
                 std::size_t bytes);
  void send_eagerly(ProcessId destination, const Header& header, PayloadSource& source,
                    SendMode mode, bool pooled, OutgoingMessage* record);
  bool fits(const Peer& peer, const Header& header) const;
  void charge(Peer& peer, std::uint64_t bytes);
  void start(OutgoingMessage* message);
  void offer(OutgoingMessage* message);
  void release_held(ProcessId destination);
  void stream();
  void say_blocked(ProcessId destination);
  void take_loan(ProcessId source);
  void complete_by_copy(OutgoingMessage* message);
  void close(OutgoingMessage* message);
  void complete(OutgoingMessage* message);
  void release_copy(OutgoingMessage* message);
  void copy_payload(OutgoingMessage* message, PayloadSource& source);
  OutgoingMessage* new_outgoing();

  // receive.cpp
  void piece(ProcessId source, const std::byte* data, std::size_t bytes) override;
  void first_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                   std::size_t bytes);
  void data_piece(ProcessId source, const PieceHeader& head, const std::byte* body,
                  std::size_t bytes);
  static void arrived(const IncomingMessage& message);

  // credits.cpp
  void control_piece(ProcessId source, const PieceHeader& head, const std::byte* body);
  void stamp(ProcessId destination, PieceHeader& head);
  void flush_controls();
  Occupation occupation();
  void lend();
  void lend_messages(ProcessId sender, Occupation occupation);
  void lend_bytes(ProcessId sender, Occupation occupation);
  void give_back(ProcessId source, std::uint64_t bytes);
  void send_detection(ProcessId destination, Detection message,
                      std::span<const std::byte> body) override;
  DetectionCounters counters() override;
  bool owes_answer() const override { return wanting_.load(std::memory_order_relaxed) > 0; }
  /// Completes finished sends after the lock was released.
  void run_completions(OutgoingMessage* first);
  void leave();

  const Now now_;
  std::unique_ptr<Transport> transport_;
  const std::size_t piece_bytes_;
  const std::uint64_t budget_bytes_;
  const std::uint64_t budget_messages_;
  const std::uint64_t pull_window_;

  std::atomic<bool> aborting_{false};
  TransportLock lock_;
  struct Exchange {
    std::vector<Peer> peers;
    OutgoingQueue streams;  ///< pulled messages with something to send
    OutgoingQueue completed;
    TrafficStatistics traffic;
    std::vector<Control> controls;  ///< that leave just now
  };
  GuardedByTransportLock<Exchange> exchange_{lock_};
  std::vector<OwedCredits> owed_;

  const Threads threads_;
  Guarded<std::vector<Control>> outbox_;
  std::atomic<bool> outbox_full_{false};

  // Sends that need polls to advance; see needs_polling().
  std::atomic<int> unfinished_sends_{0};     // that have a record
  std::atomic<int> unfinished_receives_{0};  // some of the payload is here, or was asked for
  std::atomic<bool> unsent_{false};
  std::atomic<int> wanting_{0};  // credit: peers that hold messages for us back, or are blocked
  std::atomic<bool> polled_without_success_{false};

  std::atomic<std::int64_t> unexpected_{0}, unexpected_peak_{0};
  ChunkPool chunks_;
  ObjectPool<OutgoingMessage> outgoing_pool_;
  ObjectPool<IncomingMessage> incoming_pool_;
};

struct MessengerCore::LockedScope {
  explicit LockedScope(MessengerCore& locked) : core(locked) { core.lock_.lock(); }
  LockedScope(MessengerCore& locked, std::adopt_lock_t) : core(locked) {}
  ~LockedScope() { core.leave(); }
  LockedScope(const LockedScope&) = delete;
  LockedScope& operator=(const LockedScope&) = delete;
  MessengerCore& core;
};

/// Releases the lock while a payload is read, which may take a while. It does not during a delivery
/// that sends: polling goes on after it, and held messages must leave in order.
struct MessengerCore::UnlockedScope {
  explicit UnlockedScope(TransportLock& held) : lock(held), really(!lock.nested()) {
    if (really) lock.unlock();
  }
  ~UnlockedScope() {
    if (really) lock.lock();
  }
  UnlockedScope(const UnlockedScope&) = delete;
  UnlockedScope& operator=(const UnlockedScope&) = delete;
  TransportLock& lock;
  bool really;
};

}  // namespace bamboo
