// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bamboo/taskgraph/internal/send.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"
#include "messenger/pools.h"

namespace bamboo {

/// A send that is not over when Messenger::send() returns: it waits for credit, until the receiver
/// pulls or has read, or for the acknowledgement of a synchronous message. The holder of the
/// transport's lock uses it.
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
    Waits,  ///< a loan may complete it (see OutgoingMessages)
    Used,   ///< it is charged for the copy of the payload
  };
  ProcessId destination = -1;
  Header header;
  SendMode mode = SendMode::Standard;
  bool pooled = true;
  std::uint32_t slot = 0;
  PayloadSource* source = nullptr;  ///< null: the payload was copied to `copy`
  SendCompletion* completion = nullptr;
  std::uint64_t address = 0;  ///< of a payload that the receiver may read by itself
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

}  // namespace bamboo
