// SPDX-License-Identifier: Apache-2.0
#include "files/shared_pointer.h"

#include <fcntl.h>
#include <unistd.h>

namespace bamboo::mpi {

const PosixFile& SharedPointer::file() {
  if (!file_.is_open()) file_ = PosixFile(path_, O_RDWR | O_CREAT);
  return file_;
}

/// An empty file means that the pointer has never moved.
MPI_Offset SharedPointer::load() {
  MPI_Offset position = initial_;
  const auto bytes = std::as_writable_bytes(std::span(&position, 1));
  return file().read(0, bytes) == bytes.size() ? position : initial_;
}

MPI_Offset SharedPointer::get() {
  const PosixFile::Lock lock(file(), PosixFile::Sharing::Shared);
  return load();
}

void SharedPointer::set(MPI_Offset position) {
  const PosixFile::Lock lock(file(), PosixFile::Sharing::Exclusive);
  file().write(0, std::as_bytes(std::span(&position, 1)));
}

MPI_Offset SharedPointer::advance(MPI_Offset etypes) {
  const PosixFile::Lock lock(file(), PosixFile::Sharing::Exclusive);
  const MPI_Offset before = load(), after = before + etypes;
  file().write(0, std::as_bytes(std::span(&after, 1)));
  return before;
}

void SharedPointer::restart(bool clears) {
  initial_ = 0;
  if (clears && ::access(path_.c_str(), F_OK) == 0) file().resize(0);
}

void SharedPointer::remove() const {
  ::unlink(path_.c_str());
}

}  // namespace bamboo::mpi
