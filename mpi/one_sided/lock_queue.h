// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bamboo/taskgraph/types.h"

namespace bamboo::mpi {

enum class LockKind : std::uint8_t { Shared, Exclusive };

/// The lock of one rank's window, and the queue of its waiters. A shared lock does not overtake an
/// exclusive one.
class LockQueue {
 public:
  struct Claim {
    TaskId origin;
    LockKind kind;
    std::uint32_t question;  ///< of the origin, which the grant answers
  };

  /// Returns true if the claim is granted. Otherwise release() will return it.
  bool acquire(const Claim& claim);
  /// Releases one holder. Returns the claims that hold the lock from now on.
  std::vector<Claim> release();

 private:
  enum class State : std::uint8_t { Free, Shared, Exclusive };
  bool admits(LockKind kind) const {
    return state_ == State::Free || (state_ == State::Shared && kind == LockKind::Shared);
  }
  void admit(LockKind kind);

  State state_ = State::Free;
  int holders_ = 0;
  std::deque<Claim> waiting_;
};

}  // namespace bamboo::mpi
