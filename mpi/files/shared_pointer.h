// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "files/posix_file.h"

namespace bamboo::mpi {

/// The file pointer that all ranks which opened a file together share, in etypes. It is stored in a
/// hidden file next to the data, which its first use creates: ranks of several processes and hosts
/// share nothing else.
class SharedPointer {
 public:
  /// All ranks pass the same values: a path that no other file has, and the first position of the
  /// pointer.
  SharedPointer(std::string path, MPI_Offset initial) : path_(std::move(path)), initial_(initial) {}

  MPI_Offset get();
  void set(MPI_Offset position);
  /// Moves the pointer. Returns its previous position.
  MPI_Offset advance(MPI_Offset etypes);

  /// Sets the pointer to 0, because the ranks may have different views from now on. One rank
  /// `clears`, while no other one uses the pointer.
  void restart(bool clears);
  /// Removes the hidden file.
  void remove() const;

 private:
  const PosixFile& file();
  MPI_Offset load();

  std::string path_;
  MPI_Offset initial_;
  PosixFile file_;
};

}  // namespace bamboo::mpi
