// SPDX-License-Identifier: Apache-2.0
// The differences between the functions that read and write, besides when they return.
#pragma once

namespace bamboo::mpi {

enum class Direction { Read, Write };

/// The file pointer that gives the place of the data.
enum class Pointer {
  Explicit,    ///< an argument
  Individual,  ///< the rank's own file pointer
  Shared,      ///< the file pointer of all ranks
  Ordered,     ///< the same, which the ranks use in their order
};

}  // namespace bamboo::mpi
