// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "comm/communicator.h"

namespace bamboo::mpi {

/// Memory that the ranks of a host share, also between processes: one unnamed file, which each rank
/// maps. It disappears with the last of them, however that one ends.
class SharedMemory {
 public:
  struct Part {
    std::byte* base = nullptr;  ///< null: no bytes
    MPI_Aint size = 0;
    int unit = 1;
  };

  /// Each rank brings `size` bytes; they follow each other in the order of ranks, or begin at pages
  /// of their own where they may lie apart. Collective. Throws MpiError(MPI_ERR_RMA_SHARED) on all
  /// ranks where one cannot reach the memory.
  static std::shared_ptr<SharedMemory> allocate(Communicator& comm, MPI_Aint size, int unit,
                                                bool may_lie_apart);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  const Part& part(int rank) const { return parts_[static_cast<std::size_t>(rank)]; }
  /// The lowest rank's that has any bytes.
  const Part& first() const;

 private:
  SharedMemory() = default;

  std::vector<Part> parts_;
  void* mapped_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace bamboo::mpi
