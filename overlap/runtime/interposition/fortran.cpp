// SPDX-License-Identifier: Apache-2.0
// MPI_Init, MPI_Finalize and the functions of callbacks.cpp in Fortran: Open MPI's binding calls
// the PMPI_ names. In the link this library must precede the binding's, whose functions it calls.
// mpi_f08 passes a null pointer for an error code that is not given.
#include <dlfcn.h>
#include <mpi.h>

#include "collective_form.h"
#include "report/report.h"
#include "windows/parameters.h"
#include "windows/progress.h"

namespace {

template <class Function>
Function* of_binding(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void mpi_init_thread_(int* required, int* provided, int* error) {
  using namespace bamboo::overlap;
  set_parameters();
  const ProgressMode mode = progress().choose();
  int wanted = needs_threads(mode) ? MPI_THREAD_MULTIPLE : *required;
  int code = MPI_SUCCESS;
  of_binding(&mpi_init_thread_, "mpi_init_thread_")(&wanted, provided, &code);
  if (error != nullptr) *error = code;
  if (code != MPI_SUCCESS) return;
  progress().start(mode, *provided);
  start_agreements();
}

void mpi_init_(int* error) {
  int required = MPI_THREAD_SINGLE, provided = 0;
  mpi_init_thread_(&required, &provided, error);
}

void mpi_op_create_(void (*function)(), MPI_Fint* commutes, MPI_Fint* operation, MPI_Fint* error) {
  bamboo::overlap::progress().program_has_callbacks();
  of_binding(&mpi_op_create_, "mpi_op_create_")(function, commutes, operation, error);
}

void mpi_grequest_start_(void (*query)(), void (*free)(), void (*cancel)(), MPI_Aint* state,
                         MPI_Fint* request, MPI_Fint* error) {
  bamboo::overlap::progress().program_has_callbacks();
  of_binding(&mpi_grequest_start_, "mpi_grequest_start_")(query, free, cancel, state, request,
                                                          error);
}

void mpi_finalize_(int* error) {
  bamboo::overlap::progress().stop();
  bamboo::overlap::stop_agreements();
  bamboo::overlap::report_windows();
  of_binding(&mpi_finalize_, "mpi_finalize_")(error);
}
}
