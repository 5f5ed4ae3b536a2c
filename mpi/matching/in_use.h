// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace bamboo::mpi {

/// An object that operations need until they end, also when the program has freed it before.
struct InUse {
  std::atomic<int> pending{0};  ///< such operations; a freed request ends on any thread
};

}  // namespace bamboo::mpi
