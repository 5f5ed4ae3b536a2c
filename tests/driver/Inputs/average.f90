! SPDX-License-Identifier: Apache-2.0
! The average over a communicator's ranks, of numbers in a file of the rank's own; for a main in C.
double precision function average(comm) bind(c)
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  integer(c_int), value :: comm
  integer :: rank, ranks, error
  integer, save :: calls = 0
  double precision :: mine, sum
  calls = calls + 1
  call MPI_Comm_rank(comm, rank, error)
  call MPI_Comm_size(comm, ranks, error)
  open (10, status='scratch')
  write (10, *) rank * calls
  call MPI_Barrier(comm, error)
  rewind (10)
  read (10, *) mine
  close (10)
  call MPI_Allreduce(mine, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
  average = sum / ranks
end function
