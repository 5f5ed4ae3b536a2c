// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "types/datatype.h"

namespace bamboo::mpi {

/// The memory of a rank in a window. Any thread may locate() in it.
class WindowMemory {
 public:
  /// The program's own memory, or what `keeper` keeps.
  WindowMemory(int its_flavor, void* its_base, MPI_Aint its_size, int its_unit,
               std::shared_ptr<void> keeper = nullptr);
  /// Makes an empty one: attach() adds memory. Displacements are addresses.
  WindowMemory();

  /// The address of an operation's first element. Throws MpiError(MPI_ERR_RMA_RANGE) if an element
  /// is outside of the window.
  std::byte* locate(MPI_Aint displacement, std::size_t count, const Datatype& type);
  void attach(void* address, MPI_Aint bytes);
  void detach(const void* address);

  const int flavor;  ///< MPI_WIN_FLAVOR_…
  std::byte* const base;
  const MPI_Aint size;
  const int unit;  ///< bytes of a displacement of 1

 private:
  struct Region {
    std::byte* begin;
    std::byte* end;
  };
  /// An operation may span regions that touch.
  bool is_attached(const std::byte* first, const std::byte* last);

  const std::shared_ptr<void> keeper_;
  Guarded<std::vector<Region>> attached_;
};

/// Fresh memory, zero like that of an installed MPI, that begins at a cache line.
std::shared_ptr<void> allocate_zeroed(MPI_Aint bytes);

}  // namespace bamboo::mpi
