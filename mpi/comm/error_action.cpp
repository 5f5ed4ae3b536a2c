// SPDX-License-Identifier: Apache-2.0
#include "comm/error_action.h"

#include <string>

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "errors/source_location.h"
#include "objects/errhandler.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

namespace {

[[noreturn]] void end_with_message(const MessagingTask& rank, const std::string& on,
                                   const char* function, int code, const char* text) {
  std::string where;
  if (rank.call.address) where = " (at " + describe_call_site(rank.call.address) + ")";
  support::error("rank %d: %s%s: %s: %s\n  on %s, whose error handler ends the job", rank.id(),
                 function, where.c_str(), error_class_name(code), text, on.c_str());
  end_job(1);
}

}  // namespace

int call_errhandler(const MessagingTask& rank, MPI_Errhandler errhandler, void* object,
                    const std::string& on, const char* function, int code, const char* text) {
  if (errhandler == MPI_ERRORS_RETURN) return code;
  if (const ErrorFunction* found = function_of(errhandler)) {
    const ErrorFunction function_of_program = *found;  // which may free the handler
    function_of_program(object, &code);
    return code;
  }
  end_with_message(rank, on, function, code, text);
}

int call_errhandler(Communicator& comm, const char* function, int code, const char* text) {
  MPI_Comm handle = comm.handle;
  return call_errhandler(comm.task, comm.errhandler, static_cast<void*>(&handle),
                         comm.name.empty() ? "a communicator without a name" : comm.name, function,
                         code, text);
}

int handle_error(Communicator& comm, const char* function, const MpiError& error) {
  return call_errhandler(comm, function, error.error_class, error.what());
}

}  // namespace bamboo::mpi
