! SPDX-License-Identifier: Apache-2.0
! Sweeps over a field behind its exchange. Prints the bits of the sum, the status of a message, and whether handles are
! equal.
program heat_f08
  use field_f08
  implicit none
  integer, parameter :: rows = 400, columns = 60, steps = 20
  integer :: rank, size, left, right, step, i, j, count
  real(8) :: total
  type(field) :: now, next
  type(MPI_Comm) :: ring
  type(MPI_Status) :: status
  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, ring)
  call MPI_Comm_rank(ring, rank)
  call MPI_Comm_size(ring, size)
  left = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  right = merge(MPI_PROC_NULL, rank + 1, rank == size - 1)
  call make(now, rows, columns, columns*rank)
  call make(next, rows, columns, columns*rank)
  do step = 1, steps
    call exchange(now, left, right, ring)
    do j = 1, now%columns
      do i = 1, now%rows
        next%data(i, j) = 0.25d0*(now%data(i - 1, j) + now%data(i + 1, j) + now%data(i, j - 1) + now%data(i, j + 1))
      end do
    end do
    call exchange(next, left, right, ring)
    do j = 1, now%columns
      do i = 1, now%rows
        now%data(i, j) = 0.25d0*(next%data(i - 1, j) + next%data(i + 1, j) + next%data(i, j - 1) + next%data(i, j + 1))
      end do
    end do
  end do
  total = 0
  do j = 1, columns
    do i = 1, rows
      total = total + now%data(i, j)
    end do
  end do
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, ring)
  call MPI_Sendrecv(total, 1, MPI_DOUBLE_PRECISION, rank, 5, next%data, 1, MPI_DOUBLE_PRECISION, rank, 5, ring, status)
  call MPI_Get_count(status, MPI_DOUBLE_PRECISION, count)
  if (rank == 0) print '(z16.16, 3(1x, i0), 2(1x, l1))', total, status%MPI_SOURCE, status%MPI_TAG, count, &
    ring == MPI_COMM_NULL, ring /= MPI_COMM_WORLD
  call MPI_Comm_free(ring)
  call MPI_Finalize()
end program
