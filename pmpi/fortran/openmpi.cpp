// SPDX-License-Identifier: Apache-2.0
// Open MPI's Fortran bindings call PMPI_ themselves, so they are interposed as well. mpif.h and
// `use mpi` call mpi_bcast_ and its other spellings; mpi_f08 calls ompi_bcast_f. (MPICH's bindings
// call MPI_.) This file has the parts that are not generated.
#include "fortran/openmpi.h"

#include "interpose/lifecycle.h"
#include "presence/presence.h"
#include "presence/roll_call.h"

using namespace bamboo::plans::pmpi;

extern "C" {

void ompi_init_f(MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call(behind("ompi_init_f"), &code);
  if (code == MPI_SUCCESS) initialize(__builtin_return_address(0));
  give(error, code);
}
SPELLINGS(init, INIT);

void ompi_init_thread_f(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  call(behind("ompi_init_thread_f"), required, provided, &code);
  if (code == MPI_SUCCESS) initialize(__builtin_return_address(0));
  give(error, code);
}
SPELLINGS(init_thread, INIT_THREAD);

void ompi_finalize_f(MPI_Fint* error) {
  MPI_Fint code = MPI_SUCCESS;
  {
    const InCall in_call(finalize_function, __builtin_return_address(0), {});
    call(behind("ompi_finalize_f"), &code);
  }
  end_roll_call();
  give(error, code);
}
SPELLINGS(finalize, FINALIZE);

void ompi_comm_set_info_f(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* error) {
  give(error, MPI_Comm_set_info(comm_of(comm), PMPI_Info_f2c(*info)));
}
SPELLINGS(comm_set_info, COMM_SET_INFO);

void ompi_comm_dup_with_info_f(MPI_Fint* comm, MPI_Fint* info, MPI_Fint* made, MPI_Fint* error) {
  MPI_Comm copy = MPI_COMM_NULL;
  const int code = MPI_Comm_dup_with_info(comm_of(comm), PMPI_Info_f2c(*info), &copy);
  if (code == MPI_SUCCESS) *made = PMPI_Comm_c2f(copy);
  give(error, code);
}
SPELLINGS(comm_dup_with_info, COMM_DUP_WITH_INFO);
}
