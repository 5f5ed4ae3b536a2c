// SPDX-License-Identifier: Apache-2.0
// A process's state for each of the others: sequence numbers, credits, messages by slot.
//
// Two kinds of credit bound what a sender can pile up at a receiver. *Bytes*: eagerly sent payload
// that no task has taken; without them a message is only offered. *Messages*: headers that no task
// has taken, eager or offered; without one the message is held back at the sender. A receiver that
// has nothing left to run (the message it needs may be among those held back) lends message
// credits, and keeps as many returned ones for itself later. It lends bytes, too, to standard sends
// that wait for them (loans.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "messenger/loans.h"
#include "messenger/messenger.h"
#include "messenger/pools.h"

namespace bamboo {

/// A send that is not over when Messenger::send() returns: it waits for credit, for the receiver's
/// pull, or for the acknowledgement of a synchronous message. The holder of the transport's lock
/// uses it.
struct OutgoingMessage {
  enum class Stage : std::uint8_t {
    Held,          ///< waits for message credit
    Offered,       ///< waits until the receiver pulls, or pulls more
    Streaming,     ///< waits for its turn to send the requested bytes
    Sending,       ///< synchronous: its pieces leave just now
    Sent,          ///< synchronous: waits for the acknowledgement
    Acknowledged,  ///< synchronous: the acknowledgement overtook its own last pieces
  };
  enum class Loan : std::uint8_t {
    None,
    Waits,  ///< it is among those that a loan completes (Peer::waiting)
    Used,   ///< it is charged for the copy of the payload
  };
  ProcessId destination = -1;
  Header header;
  SendMode mode = SendMode::Standard;
  bool pooled = true;
  std::uint32_t slot = 0;
  PayloadSource* source = nullptr;  ///< null: the payload was copied to `copy`
  SendCompletion* completion = nullptr;
  Chunk* copy = nullptr;
  std::uint64_t sent = 0;
  std::uint64_t granted = 0;  ///< how far the receiver has pulled
  Stage stage = Stage::Held;
  Loan loan = Loan::None;
  OutgoingMessage* next = nullptr;
  OutgoingMessage* previous = nullptr;
  OutgoingMessage* next_free = nullptr;
};

/// First in, first out, through OutgoingMessage::next and previous.
struct OutgoingQueue {
  OutgoingMessage* first = nullptr;
  OutgoingMessage* last = nullptr;

  bool empty() const { return first == nullptr; }
  void push(OutgoingMessage* message) {
    message->next = nullptr;
    message->previous = first == nullptr ? nullptr : last;
    (first == nullptr ? first : last->next) = message;
    last = message;
  }
  OutgoingMessage* pop() {
    OutgoingMessage* message = first;
    if (message != nullptr) remove(message);
    return message;
  }
  void remove(OutgoingMessage* message) {
    (message->previous == nullptr ? first : message->previous->next) = message->next;
    (message->next == nullptr ? last : message->next->previous) = message->previous;
  }
};

class IncomingMessage;

struct Peer {
  // State as a sender.
  std::uint32_t next_sequence = 0;
  std::uint64_t credit_bytes = 0;
  std::uint64_t credit_messages = 0;
  bool reported_starved = false;
  OutgoingQueue held;            ///< wait for message credit, in order
  std::uint64_t lent_bytes = 0;  ///< of credit_bytes and unreceived bytes: to be repaid
  bool reported_blocked = false;
  OutgoingQueue waiting;                ///< offered standard sends that a loan completes, in order
  std::vector<OutgoingMessage*> slots;  ///< null: free, or an eager message without a record
  std::vector<std::uint32_t> free_slots;

  // State as a receiver.
  std::uint32_t expected_sequence = 0;
  std::vector<IncomingMessage*> incoming;  ///< by the sender's slot
  std::chrono::steady_clock::time_point starved_since;
  double patience = 0;  ///< seconds of starving until it is lent credit
  LoanTimes loans;

  /// This number of bytes was received.
  void give_back(std::uint64_t bytes) {
    const std::uint64_t repaid = std::min(lent_bytes, bytes);
    lent_bytes -= repaid;
    credit_bytes += bytes - repaid;
  }

  std::uint32_t open_slot(OutgoingMessage* message) {
    if (free_slots.empty()) {
      slots.push_back(message);
      return static_cast<std::uint32_t>(slots.size() - 1);
    }
    const std::uint32_t slot = free_slots.back();
    free_slots.pop_back();
    slots[slot] = message;
    return slot;
  }
  void close_slot(std::uint32_t slot) {
    slots[slot] = nullptr;
    free_slots.push_back(slot);
  }
};

/// The credits that this process, as a receiver, owes another process. Any thread may use it.
struct OwedCredits {
  std::atomic<std::uint64_t> bytes{0};  ///< to give back with the next piece
  std::atomic<std::uint64_t> messages{0};
  std::atomic<std::uint64_t> lent{0};  ///< message credits that it got beyond its share
  std::atomic<bool> starved{false};    ///< it holds messages for us back
  std::atomic<bool> received{false};   ///< a quarter of the budget, since it was asked last
};

}  // namespace bamboo
