// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <vector>

#include "errors/errors.h"
#include "files/file.h"
#include "objects/rank_handles.h"

namespace bamboo::mpi {

/// The files that one rank has open.
class Files {
 public:
  explicit Files(Communicators& mine) : communicators_(mine) {}
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  /// Collective over `parent`.
  File& open(Communicator& parent, const std::string& name, int amode);
  /// Collective over the file's ranks.
  void close(File& file);
  /// The object behind a handle. Throws MpiError(MPI_ERR_FILE).
  File& find(MPI_File handle) const;

  /// The error handler of a file, or of MPI_FILE_NULL, which later files get. Throws
  /// MpiError(MPI_ERR_FILE).
  MPI_Errhandler& errhandler_of(MPI_File handle);
  /// Returns the function's value. Errors of an invalid file go to the handler of MPI_FILE_NULL.
  int call_errhandler(MPI_File handle, const char* function, int code, const char* text);

  Representations representations;

 private:
  Communicators& communicators_;
  std::vector<std::unique_ptr<File>> open_;
  RankHandles<File, MPI_File> handles_;
  MPI_Errhandler default_errhandler_ = MPI_ERRORS_RETURN;  // holds a reference
};

}  // namespace bamboo::mpi
