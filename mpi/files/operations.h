// SPDX-License-Identifier: Apache-2.0
// How data are read and written: the functions of MPI are `run`, `start`, `begin` and `end` of an
// access.
#pragma once

#include <mpi.h>

#include "files/file.h"

namespace bamboo::mpi {

struct FileAccess {
  File& file;
  Direction direction;
  Pointer pointer;
  MPI_Offset offset = 0;  ///< where the pointer is explicit, in etypes
};

void run(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type,
         MPI_Status* status);
/// The request is complete at once.
void start(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type,
           MPI_Request* request);
/// Split collective: the first half does it, the second one gives the status. A file has one at a
/// time.
void begin(const FileAccess& access, const void* data, MPI_Count count, MPI_Datatype type);
void end(const FileAccess& access, const void* data, MPI_Status* status);

}  // namespace bamboo::mpi
