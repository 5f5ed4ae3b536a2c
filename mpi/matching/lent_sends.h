// SPDX-License-Identifier: Apache-2.0
// The sends of one task whose messages no receive has taken, and which point at its memory.
#pragma once

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/types.h"
#include "matching/intrusive_list.h"
#include "matching/request.h"

namespace bamboo::mpi {

/// Any thread may use it. Each message is in the mailbox of its receiver, and is added and removed
/// while that mailbox is locked. If first() still returns the same send while the mailbox is
/// locked, the send stays here until the mailbox is unlocked.
class LentSends {
 public:
  explicit LentSends(Threads threads) : sends_(threads) {}

  struct Lent {
    Request* send = nullptr;  ///< null: there is none
    TaskId receiver = -1;
    bool operator==(const Lent&) const = default;
  };
  Lent first() {
    const auto sends = sends_.lock();
    Request* const send = sends->front();
    return send ? Lent{send, send->peer} : Lent{};
  }
  void add(Request& send) { sends_.lock()->push_back(&send); }
  void remove(Request& send) { sends_.lock()->remove(&send); }

 private:
  friend struct DebuggerAccess;
  Guarded<IntrusiveList<Request>> sends_;
};

}  // namespace bamboo::mpi
