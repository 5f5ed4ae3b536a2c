// SPDX-License-Identifier: Apache-2.0
// Typed memory to and from the data bytes of a view.
#pragma once

#include "files/posix_file.h"
#include "files/view.h"

namespace bamboo::mpi {

/// How many bytes of the file the buffer takes.
std::size_t bytes_in_file(const View& view, const FileBuffer& buffer);

/// Reads from data byte number `first` on. Returns the number of packed bytes read: fewer at the
/// end of the file.
std::size_t read(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer);
std::size_t write(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer);

}  // namespace bamboo::mpi
