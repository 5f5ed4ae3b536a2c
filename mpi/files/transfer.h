// SPDX-License-Identifier: Apache-2.0
// Typed memory to and from the data bytes of a view.
#pragma once

#include "files/posix_file.h"
#include "files/view.h"

namespace bamboo::mpi {

/// `count` elements of a buffer.
struct FileBuffer {
  void* data;
  std::size_t count;
  const Datatype& type;

  std::size_t bytes() const { return count * type.size; }
};

/// From data byte number `first` on. Returns how many bytes were read: fewer where the file ends.
std::size_t read(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer);
std::size_t write(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer);

}  // namespace bamboo::mpi
