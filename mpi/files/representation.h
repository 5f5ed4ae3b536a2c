// SPDX-License-Identifier: Apache-2.0
// The representation of data in a file (MPI 4.1, 14.5).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "types/resized_basics.h"

namespace bamboo::mpi {

/// `count` elements of a buffer.
struct FileBuffer {
  void* data;
  std::size_t count;
  const Datatype& type;

  std::size_t bytes() const { return count * type.size; }
};

struct Representation {
  std::string name;
  /// The following members are empty if the file holds data as in packed memory.
  SizeOfBasic size_of = {};
  std::function<void(const FileBuffer& from, std::byte* to)> write = {};
  /// Converts the bytes that the file had, which may end in the middle of the buffer. Returns the
  /// number of packed bytes put into the buffer.
  std::function<std::size_t(std::span<const std::byte> from, const FileBuffer& to)> read = {};
};
using RepresentationRef = std::shared_ptr<const Representation>;

/// The representations that one rank knows: MPI's, and those that it has registered.
class Representations {
 public:
  Representations();

  /// Throws MpiError(MPI_ERR_UNSUPPORTED_DATAREP).
  RepresentationRef find(const char* name) const;
  /// Throws MpiError(MPI_ERR_DUP_DATAREP).
  void add(Representation representation);

 private:
  std::vector<RepresentationRef> known_;
};

/// The representation of data in memory, equal for all ranks of a job.
RepresentationRef native_representation();

}  // namespace bamboo::mpi
