// SPDX-License-Identifier: Apache-2.0
#include "objects/errhandler.h"

#include "errors/errors.h"
#include "objects/process_handles.h"

namespace bamboo::mpi {
namespace {

ProcessHandles<MPI_Comm_errhandler_function*> handlers;

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

void retain_errhandler(MPI_Errhandler handle) {
  handlers.retain(handle_value(handle));
}
void release_errhandler(MPI_Errhandler handle) {
  handlers.release(handle_value(handle));
}

}  // namespace bamboo::mpi
