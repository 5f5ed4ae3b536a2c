! SPDX-License-Identifier: Apache-2.0
! Collectives with and without a window, on communicators that are made and freed.
program forms
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 10000
  integer :: error, rank, i, copy
  double precision :: own, total, other(n)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  other = 1
  do i = 1, 3
    own = rank + i
    call MPI_Comm_dup(MPI_COMM_WORLD, copy, error)
    call MPI_Allreduce(own, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, copy, error)
#ifdef WINDOW
    call work(other)
#endif
    call MPI_Comm_free(copy, error)
    if (rank == 0) print '(a,i0,a,i0)', 'total ', int(total), ' other ', int(other(n))
  end do
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
contains
  subroutine work(values)
    double precision :: values(n)
    integer :: k
    do k = 1, n
      values(k) = values(k) + 1
    end do
  end subroutine
end program
