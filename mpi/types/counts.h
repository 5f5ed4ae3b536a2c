// SPDX-License-Identifier: Apache-2.0
// Counts and displacements as the program passes them: of int, or of MPI_Count in functions whose
// names end in _c. The layers below the entries use MPI_Count only.
#pragma once

#include <mpi.h>

#include <climits>
#include <cstddef>
#include <vector>

#include "errors/checks.h"

namespace bamboo::mpi {

/// The form of the called function.
enum class CountForm { Narrow, Large };

/// An array of the program. The function that reads it knows its length.
class Counts {
 public:
  Counts(const int* values) : narrow_(values) {}
  Counts(const MPI_Count* values) : wide_(values) {}

  MPI_Count operator[](std::size_t i) const { return narrow_ ? narrow_[i] : wide_[i]; }
  const void* address() const { return narrow_ ? static_cast<const void*>(narrow_) : wide_; }
  std::vector<MPI_Count> list(MPI_Count length) const {
    std::vector<MPI_Count> values(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (*this)[i];
    return values;
  }

 private:
  const int* narrow_ = nullptr;
  const MPI_Count* wide_ = nullptr;
};

inline int fits_int(MPI_Count value) {
  return value > INT_MAX || value < INT_MIN ? MPI_UNDEFINED : static_cast<int>(value);
}

/// The place where a requested count is stored.
class CountResult {
 public:
  CountResult(int* place) : narrow_(place) {}
  CountResult(MPI_Count* place) : wide_(place) {}

  MPI_Count get() const { return narrow_ ? *narrow_ : *wide_; }
  /// An int gets MPI_UNDEFINED for a value that does not fit.
  void set(MPI_Count value) const {
    if (narrow_)
      *narrow_ = fits_int(value);
    else
      *wide_ = value;
  }
  const void* address() const { return narrow_ ? static_cast<const void*>(narrow_) : wide_; }

 private:
  int* narrow_ = nullptr;
  MPI_Count* wide_ = nullptr;
};

inline void check_pointer(const Counts& counts, const char* argument) {
  check_pointer(counts.address(), argument);
}
inline void check_pointer(const CountResult& result, const char* argument) {
  check_pointer(result.address(), argument);
}
inline void check_array(const Counts& counts, MPI_Count length, const char* argument) {
  check_array(counts.address(), length, argument);
}

}  // namespace bamboo::mpi
