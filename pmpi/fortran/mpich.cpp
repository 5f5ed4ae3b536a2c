// SPDX-License-Identifier: Apache-2.0
// MPICH's Fortran bindings call the interposed MPI_ functions, except the procedures of mpi_f08
// without a buffer, which call PMPI_ themselves. This file has the parts that are not generated.
#include <mpi.h>

#include "arguments/call.h"
#include "fortran/conversions.h"
#include "interpose/lifecycle.h"
#include "presence/presence.h"
#include "presence/roll_call.h"

using namespace bamboo::plans::pmpi;

extern "C" {

void mpi_init_f08_(MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call(behind("mpi_init_f08_"), &code);
  if (code == MPI_SUCCESS) initialize(__builtin_return_address(0));
  give(error, code);
}

void mpi_init_thread_f08_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call(behind("mpi_init_thread_f08_"), required, provided, &code);
  if (code == MPI_SUCCESS) initialize(__builtin_return_address(0));
  give(error, code);
}

void mpi_finalize_f08_(MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  {
    const InCall in_call(finalize_function, __builtin_return_address(0), {});
    call(behind("mpi_finalize_f08_"), &code);
  }
  end_roll_call();
  give(error, code);
}

void mpi_comm_set_info_f08_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* error) {
  give(error, MPI_Comm_set_info(comm_of(comm), PMPI_Info_f2c(*info)));
}

void mpi_comm_dup_with_info_f08_(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* made, MPI_Fint* error) {
  MPI_Comm copy = MPI_COMM_NULL;
  const int code = MPI_Comm_dup_with_info(comm_of(comm), PMPI_Info_f2c(*info), &copy);
  if (code == MPI_SUCCESS) *made = PMPI_Comm_c2f(copy);
  give(error, code);
}

void mpi_ibarrier_f08_(MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error) {
  const CallOrigin origin(__builtin_return_address(0));
  MPI_Request made = MPI_REQUEST_NULL;
  const int code = MPI_Ibarrier(comm_of(comm), &made);
  give_request(request, error, code, made);
}

void mpi_barrier_f08_(MPI_Fint* comm, MPI_Fint* error) {
  const CallOrigin origin(__builtin_return_address(0));
  give(error, MPI_Barrier(comm_of(comm)));
}
}
