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
  MpiError(int error_class, const std::string& what)
      : std::runtime_error(what), error_class(error_class) {}
  int error_class;
  Communicator* communicator =
      nullptr;  ///< whose error handler, when it is not that of the call's argument
};

/// Throws MpiError. `text` names argument, value and what was expected: "tag is -5, must be 0 …
/// 1073741823".
[[noreturn]] void fail(int error_class, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

const char* error_class_name(int error_class);  ///< "MPI_ERR_TAG"

/// What the error handler of `comm` (null: MPI_COMM_WORLD's) does with it: ERRORS_ARE_FATAL and
/// ERRORS_ABORT print rank, function, file:line where known, text, and end the job; ERRORS_RETURN
/// returns the class; a user's handler is called. Returns the error code for the caller.
int handle_error(Communicator* comm, const char* function, const MpiError& error);

}  // namespace bamboo::mpi
