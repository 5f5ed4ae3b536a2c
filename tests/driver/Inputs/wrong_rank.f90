! SPDX-License-Identifier: Apache-2.0
program wrong_rank
  implicit none
  include 'mpif.h'
  integer :: rank, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  if (rank == 1) call MPI_Send(rank, 1, MPI_INTEGER, 9, 0, MPI_COMM_WORLD, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
