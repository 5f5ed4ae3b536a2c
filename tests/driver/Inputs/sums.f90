! SPDX-License-Identifier: Apache-2.0
! A sweep behind an exchange that also adds up what it has computed, and finds the largest change. All bits are printed.
program sums
  use mpi
  implicit none
  integer, parameter :: n = 300, planes = 20, steps = 12
  integer :: rank, ranks, left, right, step, i, ierror
  double precision :: u(n + 2, 0:planes + 1), v(n + 2, 0:planes + 1), total, change
  call mpi_init(ierror)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierror)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierror)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  do i = 0, planes + 1
    u(:, i) = dble(modulo(i * 7919, 1013)) / 1013 + rank
    v(:, i) = 0
  end do
  do step = 1, steps
    call sweep(u, v, total, change)
    call sweep(v, u, total, change)
  end do
  do i = 0, ranks - 1
    if (i == rank) print '(a, i0, 2(1x, z16.16))', 'rank ', rank, transfer(total, 0_8), transfer(change, 0_8)
    call mpi_barrier(MPI_COMM_WORLD, ierror)
  end do
  call mpi_finalize(ierror)
contains
  subroutine sweep(a, b, all, most)
    double precision, intent(inout) :: a(n + 2, 0:planes + 1), b(n + 2, 0:planes + 1)
    double precision, intent(out) :: all, most
    integer :: j, k, code
    call mpi_sendrecv(a(1, planes), n + 2, MPI_DOUBLE_PRECISION, right, 0, a(1, 0), n + 2, MPI_DOUBLE_PRECISION, &
                      left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
    call mpi_sendrecv(a(1, 1), n + 2, MPI_DOUBLE_PRECISION, left, 1, a(1, planes + 1), n + 2, MPI_DOUBLE_PRECISION, &
                      right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
    all = 0
    most = 0
    do k = 1, planes
      do j = 2, n + 1
        b(j, k) = (a(j - 1, k) + a(j + 1, k) + a(j, k - 1) + a(j, k + 1)) * 0.2499d0
        all = all + b(j, k) * b(j, k)
        most = max(most, b(j, k))
      end do
    end do
  end subroutine
end program
