// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <string>

#include "comm/communicators.h"
#include "files/access.h"
#include "files/posix_file.h"
#include "files/shared_pointer.h"
#include "files/view.h"

namespace bamboo::mpi {

class Info;

/// One rank's view of a file that the ranks of a communicator have opened together.
struct File {
  /// `its_comm` belongs to the file, which frees it.
  File(Communicators& mine, Communicator& its_comm, PosixFile its_file, int its_amode,
       SharedPointer its_shared);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void seek(MPI_Offset offset, int whence);
  /// Collective.
  void seek_shared(MPI_Offset offset, int whence);
  /// Collective.
  void set_view(View view);
  /// Throws MpiError(MPI_ERR_UNSUPPORTED_OPERATION): the file has the shared pointer alone.
  void refuse_sequential(const char* what) const;

  /// Throws MpiError(MPI_ERR_READ_ONLY).
  void check_writable() const;

  /// A split collective operation that has begun.
  struct Split {
    Direction direction;
    Pointer pointer;
    std::size_t bytes;
  };

  Communicators& communicators;
  Communicator& comm;
  PosixFile posix;
  const int amode;
  View view;
  MPI_Offset position = 0;  ///< the individual file pointer, in etypes
  SharedPointer shared;
  bool atomic = false;
  std::optional<Split> split;
  std::shared_ptr<const Info> hints;
  MPI_Errhandler errhandler = MPI_ERRORS_RETURN;  ///< holds a reference
  MPI_File handle = MPI_FILE_NULL;

 private:
  /// The etype that `offset` means, counted as `whence` says; `current` is that of the pointer.
  MPI_Offset target(MPI_Offset offset, int whence, MPI_Offset current) const;
};

}  // namespace bamboo::mpi
