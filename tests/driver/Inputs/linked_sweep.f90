! SPDX-License-Identifier: Apache-2.0
! A sweep behind an exchange that is in another file; prints the bits of a sum.
program linked_sweep
  use linked_exchange
  implicit none
  double precision :: u(columns, 0:rows + 1), v(columns, 0:rows + 1), own, all
  integer :: i, j, ranks, step, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  up = mod(rank + 1, ranks)
  down = mod(rank + ranks - 1, ranks)
  do j = 0, rows + 1
    do i = 1, columns
      u(i, j) = mod(i * 7 + j * (rank + 3), 11)
      v(i, j) = u(i, j)
    end do
  end do
  do step = 1, 50
    call sweep(u, v)
    call sweep(v, u)
  end do
  own = total(u(2:columns - 1, 1:rows))
  call MPI_Reduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a, z16)', 'sum ', all
  call MPI_Finalize(ierr)
contains
  subroutine sweep(from, to)
    double precision, intent(inout) :: from(columns, 0:rows + 1), to(columns, 0:rows + 1)
    call exchange(from)
    do j = 1, rows
      do i = 2, columns - 1
        to(i, j) = 0.25d0 * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1))
      end do
    end do
  end subroutine
end program
