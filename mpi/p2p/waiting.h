// SPDX-License-Identifier: Apache-2.0
// The state in which other threads find a task that waits.
#pragma once

#include <optional>
#include <span>

#include "matching/mailbox.h"
#include "matching/missing_completions.h"
#include "matching/pattern.h"
#include "matching/request.h"

namespace bamboo::mpi {

/// A task's messages, and the events that it waits for. Other threads change it.
struct Inbox {
  /// Keeps a message that no receive has taken yet. Returns true if the owner is woken.
  bool keep(Message* message) {
    mailbox.add(message);
    if (several_wait) [[unlikely]]
      return true;
    return probes && missing.count_one();
  }
  /// A request of the owner is complete. Returns true if the owner is woken.
  bool completed(Request& request) {
    if (several_wait) [[unlikely]] {
      step_completed |= request.is_step();
      return true;
    }
    if (request.state.now() == RequestState::Awaited) return missing.count_one();
    if (!request.is_step()) return false;
    step_completed = true;
    return advances && missing.drop();
  }

  MissingCompletions missing;   ///< a wait for any is a wait for one
  bool probes = false;          ///< any message that is kept counts as a completion
  bool advances = false;        ///< any completed step of a pending operation wakes the task
  bool step_completed = false;  ///< since the task last advanced its pending operations
  bool several_wait = false;    ///< threads of the task: each checks for itself what has happened
  Mailbox mailbox;              ///< last: data for kept messages is on a separate cache line
};

/// The requests or the message that a task waits for. For reports, which read it while they hold
/// the task's slice.
struct WaitedFor {
  std::span<Request* const> requests;
  std::optional<Pattern> message;  ///< of a probe
  bool polls = false;
};

}  // namespace bamboo::mpi
