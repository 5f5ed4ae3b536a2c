! SPDX-License-Identifier: Apache-2.0
program window
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 1000
  integer :: error, rank, status(MPI_STATUS_SIZE), i
  double precision :: mine(n), theirs(n), other(n)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  do i = 1, n
    mine(i) = i + 2 * rank
    other(i) = 0
  end do
  call MPI_Sendrecv(mine, n, MPI_DOUBLE_PRECISION, 1 - rank, 5, theirs, n, MPI_DOUBLE_PRECISION, 1 - rank, 5, &
                    MPI_COMM_WORLD, status, error)
  call work(other)
  if (rank == 0) print '(a,i0,a,i0)', 'sums ', int(sum(theirs)), ' ', int(sum(other))
  call MPI_Finalize(error)
contains
  subroutine work(values)
    double precision :: values(n)
    integer :: i, k
    do k = 1, 10
      do i = 1, n
        values(i) = values(i) + 0.1d0 * i
      end do
    end do
  end subroutine
end program
