// SPDX-License-Identifier: Apache-2.0
// The ends of a request: how it completes, and how it is taken back.
#pragma once

#include "matching/request.h"

namespace bamboo::mpi {

/// Completes the operation; wakes the owner if that satisfies its firing rule. Any thread may call
/// it. The request may be freed when this returns.
void complete(Request& request);

/// Connects a message with its receive, both of which have left the mailbox: moves the payload and
/// completes both.
void hand_over(Message* message, Request& receive);

/// The treatment of a standard send when the memory for copies is full.
enum class WhenFull {
  Hold,  ///< it waits for its receive, or for the release of held sends
  Copy,
};
/// Called before the owner waits for its own pending local send: if no receive has taken the
/// message, and the send need not wait for that, the message becomes a buffered copy.
void settle_send(Request& send, WhenFull when_full = WhenFull::Hold);

/// Throws the error of a send whose message could not be copied.
[[noreturn]] void fail_without_memory(const Request& send);

/// Withdraws a pending send to a rank of this process, which completes as cancelled. Returns false
/// if its message was received, copied, or sent to another process.
bool withdraw_send(Request& send);

/// Frees a complete request that is not persistent.
void free_request(Request* request);

}  // namespace bamboo::mpi
