// SPDX-License-Identifier: Apache-2.0
#include "objects/errhandler.h"

#include <cstdio>
#include <string>

#include "errors/source_location.h"
#include "objects/handle_table.h"
#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {
namespace {

HandleTable<MPI_Comm_errhandler_function*> handlers;

[[noreturn]] void end_with_message(const Communicator& comm, const char* function, int code,
                                   const char* text) {
  const Rank* rank = Rank::current_or_null();
  std::string where;
  if (rank && rank->call_site) where = " (at " + describe_call_site(rank->call_site) + ")";
  const std::string on = comm.name.empty() ? "a communicator without a name" : comm.name;
  std::fprintf(
      stderr, "bamboo: error: rank %d: %s%s: %s: %s\n  on %s, whose error handler ends the job\n",
      rank ? rank->id() : -1, function, where.c_str(), error_class_name(code), text, on.c_str());
  end_job(1);
}

}  // namespace

bool is_predefined(MPI_Errhandler handle) {
  return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_ABORT ||
         handle == MPI_ERRORS_RETURN;
}

MPI_Comm_errhandler_function* function_of(MPI_Errhandler handle) {
  MPI_Comm_errhandler_function** found = handlers.find(handle_value(handle));
  return found ? *found : nullptr;
}

bool ends_job(MPI_Errhandler handle) {
  return handle != MPI_ERRORS_RETURN && !function_of(handle);
}

void check_errhandler(MPI_Errhandler handle) {
  if (handle == MPI_ERRHANDLER_NULL) fail(MPI_ERR_ERRHANDLER, "errhandler is MPI_ERRHANDLER_NULL");
  if (!is_predefined(handle) && !function_of(handle))
    fail(MPI_ERR_ERRHANDLER,
         "errhandler is the handle %p, which is no error handler or one that was freed",
         static_cast<void*>(handle));
}

MPI_Errhandler new_errhandler(MPI_Comm_errhandler_function* function) {
  return reinterpret_cast<MPI_Errhandler>(
      handlers.add(std::make_shared<MPI_Comm_errhandler_function*>(function)));
}

void retain(MPI_Errhandler handle) {
  handlers.retain(handle_value(handle));
}
void release(MPI_Errhandler handle) {
  handlers.release(handle_value(handle));
}

int call_errhandler(Communicator& comm, const char* function, int code, const char* text) {
  if (comm.errhandler == MPI_ERRORS_RETURN) return code;
  if (MPI_Comm_errhandler_function* handler = function_of(comm.errhandler)) {
    MPI_Comm handle = comm.handle;
    handler(&handle, &code);
    return code;
  }
  end_with_message(comm, function, code, text);
}

int handle_error(Communicator* comm, const char* function, const MpiError& error) {
  if (!comm) comm = Rank::current(function).world.get();
  return call_errhandler(*comm, function, error.error_class, error.what());
}

}  // namespace bamboo::mpi
