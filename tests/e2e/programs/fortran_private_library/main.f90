! SPDX-License-Identifier: Apache-2.0
! A private library in Fortran: each rank has its variables and its units.
! e2e: ranks=1,2,4,8
program main
  use mpi
  implicit none
  integer, external :: sum_so_far
  integer :: rank, error, i, sums(3)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  do i = 1, 3
    sums(i) = sum_so_far(10 * rank + i)
    call MPI_Barrier(MPI_COMM_WORLD, error)
  end do
  print '(a, i0, a, 3(1x, i0))', 'rank ', rank, ': sums', sums
  call MPI_Finalize(error)
end program
