// SPDX-License-Identifier: Apache-2.0
// A POSIX file. An error of the system becomes an MpiError of the corresponding class.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace bamboo::mpi {

class PosixFile {
 public:
  PosixFile() = default;
  /// `flags` of open(2).
  PosixFile(const std::string& its_path, int flags);
  PosixFile(PosixFile&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  PosixFile& operator=(PosixFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~PosixFile();

  bool is_open() const { return descriptor_ >= 0; }
  const std::string& path() const { return path_; }

  /// Returns the number of bytes that were read: fewer than requested only at the end of the file.
  std::size_t read(MPI_Offset offset, std::span<std::byte> data) const;
  void write(MPI_Offset offset, std::span<const std::byte> data) const;
  MPI_Offset size() const;
  void resize(MPI_Offset size) const;
  /// Reserves space for all bytes up to `size`, and makes the file at least so long.
  void reserve(MPI_Offset size) const;
  void sync() const;

  /// Locks the file against other locks, including those of this process. A shared lock needs a
  /// file that can be read, an exclusive one a file that can be written.
  enum class Sharing { Shared, Exclusive };
  class Lock {
   public:
    Lock(const PosixFile& file, Sharing sharing);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    const PosixFile& file_;
  };

 private:
  std::string path_;
  int descriptor_ = -1;
};

void remove_file(const std::string& path);
/// A path that does not depend on the working directory.
std::string absolute_path(const std::string& path);

}  // namespace bamboo::mpi
