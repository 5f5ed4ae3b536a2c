// SPDX-License-Identifier: Apache-2.0
#include "objects/errhandler.h"

#include <utility>

#include "errors/errors.h"
#include "objects/process_handles.h"

namespace bamboo::mpi {
namespace {

ProcessHandles<ErrorFunction> handlers;

}  // namespace

bool is_predefined(MPI_Errhandler handle) {
  return handle == MPI_ERRORS_ARE_FATAL || handle == MPI_ERRORS_ABORT ||
         handle == MPI_ERRORS_RETURN;
}

const ErrorFunction* function_of(MPI_Errhandler handle) {
  return handlers.find(handle_value(handle));
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

MPI_Errhandler new_errhandler(ErrorFunction function) {
  return reinterpret_cast<MPI_Errhandler>(
      handlers.add(std::make_shared<ErrorFunction>(std::move(function))));
}

void retain_errhandler(MPI_Errhandler handle) {
  handlers.retain(handle_value(handle));
}
void release_errhandler(MPI_Errhandler handle) {
  handlers.release(handle_value(handle));
}

void set_errhandler(MPI_Errhandler& of, MPI_Errhandler handle) {
  check_errhandler(handle);
  retain_errhandler(handle);
  release_errhandler(of);
  of = handle;
}

void get_errhandler(MPI_Errhandler of, MPI_Errhandler* handle) {
  check_pointer(handle, "errhandler");
  retain_errhandler(of);
  *handle = of;
}

}  // namespace bamboo::mpi
