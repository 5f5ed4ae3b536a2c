! SPDX-License-Identifier: Apache-2.0
! A type contains the absolute address of a column. Prints a sum for each rank.
program bottom
  use mpi
  use sweeps
  implicit none
  integer, parameter :: n = 60
  double precision, save, asynchronous :: a(0:n+1,0:n+1), b(0:n+1,0:n+1)
  integer :: ierr, rank, row, srow
  integer :: lens(1)
  integer(MPI_ADDRESS_KIND) :: d(1)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  a = rank + 1; b = 0
  lens = n
  call MPI_Get_address(a(1,merge(n+1,0,rank==0)), d(1), ierr)
  call MPI_Type_create_hindexed(1, lens, d, MPI_DOUBLE_PRECISION, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Get_address(a(1,merge(n,1,rank==0)), d(1), ierr)
  call MPI_Type_create_hindexed(1, lens, d, MPI_DOUBLE_PRECISION, srow, ierr)
  call MPI_Type_commit(srow, ierr)
  call sweep(MPI_BOTTOM, MPI_BOTTOM, row, srow, a, b, 20, 1-rank)
  print '(i3,z18)', rank, sum(a)
  call MPI_Finalize(ierr)
end program
