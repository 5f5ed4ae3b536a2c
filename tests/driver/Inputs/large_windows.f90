! SPDX-License-Identifier: Apache-2.0
! A large exchange and a large sum in front of computation.
program large_windows
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 300000
  double precision :: own(n), other(n), total(n), computed(1000)
  integer :: error, rank, peer, round, i
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  peer = 1 - rank
  computed = 0
  own = [(1d0 / (i + rank), i = 1, n)]
  do round = 1, 5
    call MPI_Sendrecv(own, n, MPI_DOUBLE_PRECISION, peer, 0, &
                      other, n, MPI_DOUBLE_PRECISION, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call compute(computed, 1000)
    call MPI_Allreduce(other, total, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    call compute(computed, 1000)
    own = own + total / 3
  end do
  if (rank == 0) print '(2z17)', transfer(sum(own), 0_8), transfer(computed(1000), 0_8)
  call MPI_Finalize(error)
contains
  subroutine compute(numbers, times)
    double precision, intent(inout) :: numbers(:)
    integer, intent(in) :: times
    integer :: j, k
    do k = 1, times
      do j = 1, 1000
        numbers(j) = numbers(j) * 0.5d0 + j
      end do
    end do
  end subroutine
end program
