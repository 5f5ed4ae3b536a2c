! SPDX-License-Identifier: Apache-2.0
! Communication in a conditional: without an argument MPI is never initialised.
program sometimes
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 1000
  integer :: error, rank, i
  double precision :: mine(4), theirs(4), other(n)
  do i = 1, 4
    mine(i) = i
    theirs(i) = 0
  end do
  do i = 1, n
    other(i) = 0
  end do
  rank = 0
  call step(.false.)
  if (command_argument_count() > 0) then
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call step(.true.)
    call MPI_Finalize(error)
    call step(.false.)
  end if
  if (rank == 0) print '(a,i0,a,i0)', 'sums ', int(sum(theirs)), ' ', int(sum(other))
contains
  subroutine step(reduces)
    logical :: reduces
    integer :: i, k, failed
    if (reduces) then
      call MPI_Allreduce(mine, theirs, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, failed)
    end if
    do k = 1, 10
      do i = 1, n
        other(i) = other(i) + 0.1d0 * i
      end do
    end do
  end subroutine
end program
