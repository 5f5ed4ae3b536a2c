! SPDX-License-Identifier: Apache-2.0
program use_mpi_f08
#ifdef MODERN
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer :: error
  call MPI_Init(error)
  call MPI_Finalize(error)
end program
