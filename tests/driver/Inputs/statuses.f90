! SPDX-License-Identifier: Apache-2.0
! Converts statuses of mpi_f08 to the integers of the module mpi, and back. Stops with the number of
! the failed check.
program statuses
  use mpi_f08
  implicit none
  integer :: integers(MPI_STATUS_SIZE), rank, count
  integer, asynchronous :: sent(3) = [1, 2, 3]
  type(MPI_Status) :: status, again
  type(MPI_Request) :: request
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Isend(sent, 3, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, request)
  call MPI_Probe(rank, 7, MPI_COMM_WORLD, status)
  call MPI_Status_f082f(status, integers)
  if (integers(MPI_SOURCE) /= rank .or. integers(MPI_TAG) /= 7) error stop 1
  integers(MPI_TAG) = 8
  call MPI_Status_f2f08(integers, again)
  if (again%MPI_SOURCE /= rank .or. again%MPI_TAG /= 8) error stop 2
  call MPI_Get_count(again, MPI_INTEGER, count)
  if (count /= 3) error stop 3
  call MPI_Recv(integers, 3, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Finalize()
  print '(a)', 'right'
end program
