// SPDX-License-Identifier: Apache-2.0
// The action of an error handler.
#pragma once

#include <string>

#include "comm/communicator.h"
#include "errors/errors.h"

namespace bamboo::mpi {

/// MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT print rank, function, file:line where known, and text,
/// and end the job; MPI_ERRORS_RETURN returns the code; the program's handler is called. Returns
/// what the function returns to its caller.
int call_errhandler(Communicator& comm, const char* function, int code, const char* text);
/// Like above, for any object with an error handler: `object` is the address of its handle, `on` is
/// the name of the object in a message.
int call_errhandler(const MessagingTask& rank, MPI_Errhandler errhandler, void* object,
                    const std::string& on, const char* function, int code, const char* text);
int handle_error(Communicator& comm, const char* function, const MpiError& error);

}  // namespace bamboo::mpi
