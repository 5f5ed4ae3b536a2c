// SPDX-License-Identifier: Apache-2.0
// A nonblocking operation that the program has started. MPI carries it out at once, so that no
// rank waits that would not wait otherwise, but on copies: the program sees the result when it
// waits for it and not a moment earlier.
#pragma once

#include <memory>
#include <span>

#include "region.h"

namespace checking {

class Operation {
 public:
  explicit Operation(const char* name);

  /// A buffer that the program must not change until it has waited. Returns what to hand to MPI.
  const void* sends(const void* address, Blocks blocks);

  /// A buffer that the program must neither read nor write: it holds garbage until the wait.
  void* receives(void* address, Blocks blocks);

  /// Counts, displacements or types, which must not change.
  template <typename T>
  const T* array(const T* values, int size) {
    const auto bytes = std::as_bytes(std::span(values, static_cast<size_t>(size)));
    arrays_.push_back({reinterpret_cast<const std::byte*>(values), {bytes.begin(), bytes.end()}});
    return reinterpret_cast<const T*>(arrays_.back().copy.data());
  }

  /// MPI's own request of the operation on the copies.
  MPI_Request* real() { return &real_; }

  /// MPI has completed it: checks the program's memory, then gives it the result.
  void finish();

  const char* name() const { return name_; }
  unsigned number() const { return number_; }

 private:
  struct Receive {
    std::unique_ptr<Region> region;
    Bytes garbage;
  };
  struct Array {
    const std::byte* values;
    Bytes copy;
  };

  const char* name_;
  unsigned number_;
  MPI_Request real_ = MPI_REQUEST_NULL;
  std::vector<std::unique_ptr<Region>> sends_;
  std::vector<Bytes> sent_;
  std::vector<Receive> receives_;
  std::vector<Array> arrays_;
};

/// Says what the program does wrong and ends it.
[[noreturn]] void violation(const char* operation, unsigned number, const char* what);

/// How many operations there were so far.
unsigned operations();

}  // namespace checking

/// Where the program is, for the messages; copied.
extern "C" void checking_mpi_context(const char* text);
