! SPDX-License-Identifier: Apache-2.0
! Messages between MPI_BOTTOM, which the caller passes, and a sweep over the array that their types refer to.
module sweeps
contains
subroutine sweep(buf, sbuf, row, srow, a, b, steps, other)
  use mpi
  implicit none
  integer, parameter :: n = 60
  integer, value :: steps, other, row, srow
  integer :: r(2), ierr, step, i, j
  integer :: buf, sbuf
  double precision, asynchronous :: a(0:n+1,0:n+1), b(0:n+1,0:n+1)
  do step = 1, steps
    call MPI_Irecv(buf, 1, row, other, 0, MPI_COMM_WORLD, r(1), ierr)
    call MPI_Isend(sbuf, 1, srow, other, 0, MPI_COMM_WORLD, r(2), ierr)
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.25d0*(a(i-1,j)+a(i+1,j)+a(i,j-1)+a(i,j+1))
      end do
    end do
    do j = 1, n
      do i = 1, n
        a(i,j) = b(i,j)
      end do
    end do
  end do
end subroutine
end module
