// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <utility>

namespace bamboo::mpi {

/// An object that operations need until they end, also when the program has freed it before.
struct InUse {
  std::atomic<int> pending{0};  ///< such operations; a freed request ends on any thread
};

/// One operation that needs a communicator. The communicator exists as long as this does.
class CommunicatorUse {
 public:
  CommunicatorUse() = default;
  explicit CommunicatorUse(InUse& comm) : comm_(&comm) { ++comm.pending; }
  CommunicatorUse(CommunicatorUse&& other) noexcept : comm_(std::exchange(other.comm_, nullptr)) {}
  CommunicatorUse& operator=(CommunicatorUse&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  ~CommunicatorUse() {
    if (comm_) --comm_->pending;
  }

 private:
  InUse* comm_ = nullptr;
};

}  // namespace bamboo::mpi
