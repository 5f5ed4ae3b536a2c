// SPDX-License-Identifier: Apache-2.0
// MPICH's Fortran bindings call the MPI_ functions that we interpose, but for those of mpi_f08
// without a buffer, which call PMPI_ themselves.
#include <dlfcn.h>
#include <mpi.h>

#include "configuration/world.h"
#include "dispatch/call_origin.h"

namespace {

/// The binding's own function, behind ours.
template <class... Arguments>
void call_next(const char* name, Arguments... arguments) {
  void* next = dlsym(RTLD_NEXT, name);
  if (next != nullptr) reinterpret_cast<void (*)(Arguments...)>(next)(arguments...);
}

void begin(MPI_Fint code, MPI_Fint* error) {
  if (code == MPI_SUCCESS) bamboo::plans::pmpi::start();
  if (error != nullptr) *error = code;
}

}  // namespace

extern "C" {

void mpi_init_f08_(MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call_next("mpi_init_f08_", &code);
  begin(code, error);
}

void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call_next("mpi_init_thread_f08_", required, provided, &code);
  begin(code, error);
}

void mpi_comm_set_info_f08_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* error) {
  const int code = MPI_Comm_set_info(PMPI_Comm_f2c(*comm), PMPI_Info_f2c(*info));
  if (error != nullptr) *error = code;
}

void mpi_comm_dup_with_info_f08_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* made, MPI_Fint* error) {
  MPI_Comm copy = MPI_COMM_NULL;
  const int code = MPI_Comm_dup_with_info(PMPI_Comm_f2c(*comm), PMPI_Info_f2c(*info), &copy);
  if (code == MPI_SUCCESS) *made = PMPI_Comm_c2f(copy);
  if (error != nullptr) *error = code;
}

void mpi_ibarrier_f08_(MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error) {
  const bamboo::plans::pmpi::CallOrigin origin(__builtin_return_address(0));
  MPI_Request made = MPI_REQUEST_NULL;
  const int code = MPI_Ibarrier(PMPI_Comm_f2c(*comm), &made);
  if (code == MPI_SUCCESS) *request = PMPI_Request_c2f(made);
  if (error != nullptr) *error = code;
}

void mpi_barrier_f08_(MPI_Fint* comm, MPI_Fint* error) {
  const bamboo::plans::pmpi::CallOrigin origin(__builtin_return_address(0));
  const int code = MPI_Barrier(PMPI_Comm_f2c(*comm));
  if (error != nullptr) *error = code;
}
}
