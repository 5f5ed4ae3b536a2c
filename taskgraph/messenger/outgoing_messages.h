// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "messenger/in_flight.h"
#include "messenger/outgoing_message.h"
#include "messenger/owed_credits.h"
#include "messenger/peer_memory.h"
#include "messenger/piece_channel.h"
#include "messenger/pools.h"

namespace bamboo {

/// The sending half of a messenger: the messages that have not left, or are not over, and the
/// credits that their destinations have given. Except for send() and run_completions(), used by the
/// holder of the transport's lock.
class OutgoingMessages {
 public:
  OutgoingMessages(PieceChannel& channel, InFlight& in_flight, ChunkPool& chunks,
                   const PeerMemory& memory, CreditBudget budget, int processes, Threads threads);
  /// Frees payloads that no receiver has asked for.
  ~OutgoingMessages();

  /// Messenger::send(). Takes the lock.
  bool send(ProcessId destination, const Header& header, PayloadSource& source, SendMode mode,
            SendCompletion* completion, bool pooled);
  bool has_pulled_ones() { return !state_->streams.empty(); }
  /// Sends pulled payload: a burst of each message in turn, as long as the MPI keeps up.
  void stream();
  /// Returns the sends that are over, for run_completions().
  OutgoingMessage* take_completed() { return std::exchange(state_->completed, {}).first; }
  /// Without the lock.
  void run_completions(OutgoingMessage* first);

  // Called for pieces of a receiver that say the following:
  void credited(ProcessId by, std::uint64_t bytes, std::uint64_t messages);
  /// It wants the payload up to this byte.
  void pulled(ProcessId by, std::uint32_t slot, std::uint64_t end);
  /// It needs no (further) payload of an offer, or has started to receive a synchronous message.
  void released_or_acknowledged(ProcessId by, std::uint32_t slot);
  void lent(ProcessId by);

 private:
  /// The state for one receiver.
  struct Receiver {
    std::uint64_t credit_bytes = 0;
    std::uint64_t credit_messages = 0;
    bool reported_starved = false;
    OutgoingQueue held;            ///< wait for message credit, in order
    std::uint64_t lent_bytes = 0;  ///< of credit_bytes and unreceived bytes: to be repaid
    bool reported_blocked = false;
    OutgoingQueue waiting;  ///< offered standard sends that a loan completes, in order
    std::vector<OutgoingMessage*> slots;  ///< null: free, or an eager message without a record
    std::vector<std::uint32_t> free_slots;

    bool fits(const Header& header) const {
      return credit_messages > 0 && header.bytes <= credit_bytes;
    }
    void charge(std::uint64_t bytes) {
      --credit_messages;
      credit_bytes -= bytes;
    }
    /// This number of bytes was received.
    void give_back(std::uint64_t bytes) {
      const std::uint64_t repaid = std::min(lent_bytes, bytes);
      lent_bytes -= repaid;
      credit_bytes += bytes - repaid;
    }
    void withdraw_from_loans(OutgoingMessage& message);
    std::uint32_t open_slot(OutgoingMessage* message);
    void close_slot(std::uint32_t slot) {
      slots[slot] = nullptr;
      free_slots.push_back(slot);
    }
  };

  std::uint64_t readable_address(ProcessId destination, const Header& header,
                                 const PayloadSource& source, SendMode mode) const;
  void start(OutgoingMessage* message);
  void offer(OutgoingMessage* message);
  void send_eagerly(ProcessId destination, const Header& header, PayloadSource& source,
                    SendMode mode, bool pooled, OutgoingMessage* record);
  void post_first(ProcessId destination, const Header& header, std::uint8_t flags,
                  std::uint32_t slot, PayloadSource& source, std::size_t bytes);
  void post_data(ProcessId destination, std::uint32_t slot, PayloadSource& source,
                 std::size_t bytes);
  void say_starved(ProcessId destination);
  void say_blocked(ProcessId destination);
  void complete_by_copy(OutgoingMessage* message);
  void close(OutgoingMessage* message);
  void complete(OutgoingMessage* message);
  void release_copy(OutgoingMessage* message);
  void copy_payload(OutgoingMessage* message, PayloadSource& source);
  OutgoingMessage* new_outgoing();

  PieceChannel& channel_;
  InFlight& in_flight_;
  ChunkPool& chunks_;
  const PeerMemory& memory_;
  const CreditBudget budget_;
  struct State {
    std::vector<Receiver> receivers;  // by process
    OutgoingQueue streams;            // pulled messages with something to send
    OutgoingQueue completed;
  };
  GuardedByTransportLock<State> state_;
  ObjectPool<OutgoingMessage> pool_;
};

}  // namespace bamboo
