! SPDX-License-Identifier: Apache-2.0
! Neighbours exchange a row while 16 MB of local memory are filled.
subroutine fill(n, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(out) :: total
  double precision :: work(2000000)
  integer :: i
  do i = 1, 2000000
    work(i) = 1d-6 * n
  end do
  call add(work, total)
end subroutine
subroutine add(work, total)
  implicit none
  double precision, intent(in) :: work(2000000)
  double precision, intent(out) :: total
  total = sum(work)
end subroutine
program large_frame
  use mpi
  implicit none
  integer, parameter :: n = 4096
  double precision, save :: row(n), other(n), result(n)
  double precision :: total
  integer :: rank, ranks, step, i, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  row = 1
  do step = 1, 3
    call MPI_Sendrecv(row, n, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 1, other, n, &
                      MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 1, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE, ierr)
    do i = 1, n
      result(i) = sqrt(row(i)) / (1 + row(i))
    end do
    row = other + result - result
  end do
  call fill(8, total)
  if (rank == 0) print '(a, i0)', 'sum ', nint(total)
  call MPI_Finalize(ierr)
end program
