! SPDX-License-Identifier: Apache-2.0
! A program in Fortran that calls a library in C: handles, statuses and data go both ways.
! e2e: ranks=1,2,4,8
program main
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  interface
    subroutine sum_in_c(comm, type, op, mine, sum) bind(c)
      import
      integer(c_int), value :: comm, type, op
      double precision :: mine, sum
    end subroutine
    integer(c_int) function half_in_c(comm) bind(c)
      import
      integer(c_int), value :: comm
    end function
    integer(c_int) function count_in_c(status) bind(c)
      import
      integer(c_int) :: status(*)
    end function
    integer(c_int) function ignored_in_c(status) bind(c)
      import
      integer(c_int) :: status(*)
    end function
  end interface
  integer :: rank, ranks, error, half, request, status(MPI_STATUS_SIZE), received(5), numbers(3) = [1, 2, 3]
  double precision :: sum
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call sum_in_c(MPI_COMM_WORLD, MPI_DOUBLE_PRECISION, MPI_SUM, rank + 0.5d0, sum)
  print '(a, i0, a, f8.2)', 'rank ', rank, ': sum ', sum
  half = half_in_c(MPI_COMM_WORLD)
  call sum_in_c(half, MPI_DOUBLE_PRECISION, MPI_MAX, rank + 0.5d0, sum)
  call MPI_Comm_free(half, error)
  print '(a, i0, a, f8.2, 1x, l1)', 'rank ', rank, ': in half ', sum, half == MPI_COMM_NULL
  call MPI_Isend(numbers, 3, MPI_INTEGER, mod(rank + 1, ranks), 0, MPI_COMM_WORLD, request, error)
  call MPI_Recv(received, 5, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, status, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  print '(a, i0, a, i0)', 'rank ', rank, ': count ', count_in_c(status)
  print '(a, i0, a, 3i2)', 'rank ', rank, ': ignored ', ignored_in_c(status), ignored_in_c(MPI_STATUS_IGNORE), &
    ignored_in_c(MPI_STATUSES_IGNORE)
  call MPI_Finalize(error)
end program
