// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "one_sided/window.h"

namespace bamboo::mpi {

/// Waits for the lock of a target, wherever it lives.
void acquire(Window& window, const Target& target, LockKind kind);

/// A claim of another process at its target. Deletes itself when it is in the queue.
class ArrivingClaim final : public PayloadSink {
 public:
  ArrivingClaim(Window& window, const Header& header) : window_(window), header_(header) {}
  void write(const std::byte* in, std::size_t) override { kind_ = static_cast<LockKind>(*in); }
  void done() override;

 private:
  Window& window_;
  const Header header_;
  LockKind kind_ = LockKind::Shared;
};

}  // namespace bamboo::mpi
