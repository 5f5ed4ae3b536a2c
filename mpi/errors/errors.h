// SPDX-License-Identifier: Apache-2.0
// How a virtual MPI function fails. Inside the implementation errors are C++ exceptions of type
// MpiError; the entry wrapper (entry.h) turns them into the error handler's action.
#pragma once

#include <mpi.h>

#include <stdexcept>
#include <string>

namespace bamboo::mpi {

struct Communicator;

class MpiError : public std::runtime_error {
 public:
  MpiError(int its_class, const std::string& what)
      : std::runtime_error(what), error_class(its_class) {}
  int error_class;
  /// The owner of the error handler to use; null: the communicator in the call's arguments.
  Communicator* communicator = nullptr;
};

/// Throws MpiError. `text` contains the argument, its value and the legal values: "tag is -5, must
/// be 0 … 1073741823".
[[noreturn]] void fail(int error_class, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

const char* error_class_name(int error_class);  ///< "MPI_ERR_TAG"
const char* error_class_text(int error_class);  ///< "invalid tag" for MPI_ERR_TAG

}  // namespace bamboo::mpi
