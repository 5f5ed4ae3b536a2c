! SPDX-License-Identifier: Apache-2.0
! Halos in rows of an array, by nonblocking calls and by MPI_Sendrecv; prints what plain MPI prints.
program halo
  implicit none
  include 'mpif.h'
  integer :: columns, rows, rank, ranks, up, down, ierr, iteration
  double precision, allocatable :: u(:,:), v(:,:)
  double precision :: sums(2)
  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  columns = 61 + ranks
  rows = 40
  up = rank + 1
  if (up == ranks) up = mpi_proc_null
  down = rank - 1
  if (down < 0) down = mpi_proc_null
  allocate(u(columns, 0:rows+1), v(columns, 0:rows+1))
  u = rank + 1
  v = 0
  do iteration = 1, 7
    call posted(u, columns, rows, up, down)
    call sweep(u, v, columns, rows)
    call exchanged(v, columns, rows, up, down)
    call sweep(v, u, columns, rows)
  end do
  sums(1) = sum(u)
  call mpi_allreduce(sums(1), sums(2), 1, mpi_double_precision, mpi_sum, mpi_comm_world, ierr)
  if (rank == 0) print '(a,z16)', 'sum ', sums(2)
  call mpi_finalize(ierr)
contains
  subroutine posted(a, columns, rows, up, down)
    integer, intent(in) :: columns, rows, up, down
    double precision, intent(inout) :: a(columns, 0:rows+1)
    integer :: ierr, requests(4)
    call mpi_irecv(a(1,0), columns, mpi_double_precision, down, 1, mpi_comm_world, requests(1), ierr)
    call mpi_irecv(a(1,rows+1), columns, mpi_double_precision, up, 2, mpi_comm_world, requests(2), ierr)
    call mpi_isend(a(1,rows), columns, mpi_double_precision, up, 1, mpi_comm_world, requests(3), ierr)
    call mpi_isend(a(1,1), columns, mpi_double_precision, down, 2, mpi_comm_world, requests(4), ierr)
    call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
  end subroutine
  subroutine exchanged(a, columns, rows, up, down)
    integer, intent(in) :: columns, rows, up, down
    double precision, intent(inout) :: a(columns, 0:rows+1)
    integer :: ierr
    call mpi_sendrecv(a(1,rows), columns, mpi_double_precision, up, 1, a(1,0), columns, &
                      mpi_double_precision, down, 1, mpi_comm_world, mpi_status_ignore, ierr)
    call mpi_sendrecv(a(1,1), columns, mpi_double_precision, down, 2, a(1,rows+1), columns, &
                      mpi_double_precision, up, 2, mpi_comm_world, mpi_status_ignore, ierr)
  end subroutine
  subroutine sweep(a, b, columns, rows)
    integer, intent(in) :: columns, rows
    double precision, intent(in) :: a(columns, 0:rows+1)
    double precision, intent(inout) :: b(columns, 0:rows+1)
    integer :: i, j
    do j = 1, rows
      do i = 2, columns - 1
        b(i,j) = 0.25d0 * (a(i-1,j) + a(i+1,j) + a(i,j-1) + a(i,j+1))
      end do
    end do
  end subroutine
end program
