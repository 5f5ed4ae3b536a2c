// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>

#include "errors/checks.h"

namespace bamboo::mpi {

/// The program's. It gets a pointer to the handle of a communicator, a window or a file, whichever
/// it was made for.
using ErrorFunction = std::function<void(void* object, int* code)>;

/// Error handler handles count references: a communicator holds one, so does every handle that the
/// program was given.
void check_errhandler(MPI_Errhandler handle);  ///< throws MpiError(MPI_ERR_ERRHANDLER)
bool is_predefined(MPI_Errhandler handle);
MPI_Errhandler new_errhandler(ErrorFunction function);
/// Makes a handler of a C function for handles of a kind. Throws MpiError with the argument's name
/// if the function is null.
template <class Handle>
MPI_Errhandler new_errhandler(void (*function)(Handle*, int*, ...), const char* argument) {
  check_pointer(reinterpret_cast<const void*>(function), argument);
  return new_errhandler(
      [function](void* object, int* code) { function(static_cast<Handle*>(object), code); });
}
void retain_errhandler(MPI_Errhandler handle);
void release_errhandler(MPI_Errhandler handle);
/// Implements MPI_Comm_set_errhandler() and similar functions, and MPI_Comm_get_errhandler(): `of`
/// is the handler of an object. Both throw MpiError as the checks do.
void set_errhandler(MPI_Errhandler& of, MPI_Errhandler handle);
void get_errhandler(MPI_Errhandler of, MPI_Errhandler* handle);
/// Returns null for the predefined handlers.
const ErrorFunction* function_of(MPI_Errhandler handle);
/// An error is the end: the program is not asked.
bool ends_job(MPI_Errhandler handle);

}  // namespace bamboo::mpi
