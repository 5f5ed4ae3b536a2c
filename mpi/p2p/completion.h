// SPDX-License-Identifier: Apache-2.0
// The ends of a request: how it completes, and how it is taken back.
#pragma once

#include "matching/request.h"

namespace bamboo::mpi {

/// The operation is done: wakes the owner if that satisfies its firing rule. Any thread. The
/// request may be gone when this returns.
void complete(Request& request);

/// A message meets its receive, both already out of the mailbox: moves the payload and completes.
void hand_over(Message* message, Request& receive);

/// Before the owner waits for its own pending local sends: those whose message no receive has taken
/// and that need not wait for it are turned into buffered copies.
void settle_send(Request& send);

/// Takes back a pending send to a rank of this process, which completes as cancelled. False: its
/// message is taken, copied, or went to another process.
bool withdraw_send(Request& send);

/// Frees a complete request that is not persistent.
void free_request(Request* request);

}  // namespace bamboo::mpi
