! SPDX-License-Identifier: Apache-2.0
! A plate on a grid of processes. Arrays, requests and statuses are allocatable, rows have a derived
! type, another procedure sets the edges, and each tenth step prints. The main program exchanges one
! array by nonblocking calls and the other one by MPI_Sendrecv.
program plate
#ifdef MODERN
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  double precision, allocatable :: u(:,:), w(:,:)
#ifdef MODERN
  type(MPI_Request), allocatable :: requests(:)
  type(MPI_Status), allocatable :: statuses(:)
  type(MPI_Datatype) :: row
  type(MPI_Comm) :: grid
#else
  integer, allocatable :: requests(:), statuses(:,:)
  integer :: row, grid
#endif
  integer :: extents(2), place(2), rank, ranks, rows, columns, left, right, up, down
  integer :: i, j, step, messages, ierr
  double precision :: change, largest
  logical :: periodic(2)
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  extents = 0
  periodic = .false.
  call MPI_Dims_create(ranks, 2, extents, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, extents, periodic, .false., grid, ierr)
  call MPI_Comm_rank(grid, rank, ierr)
  call MPI_Cart_coords(grid, rank, 2, place, ierr)
  call MPI_Cart_shift(grid, 0, 1, up, down, ierr)
  call MPI_Cart_shift(grid, 1, 1, left, right, ierr)
  rows = 47 + ranks
  columns = 39 + ranks
  allocate(u(0:rows+1,0:columns+1), w(0:rows+1,0:columns+1))
  messages = 8
#ifdef MODERN
  allocate(requests(messages), statuses(messages))
#else
  allocate(requests(messages), statuses(MPI_STATUS_SIZE,messages))
#endif
  u = rank
  w = 0
  call set_edges(u, rows, columns, place, extents)
  call MPI_Type_vector(columns, 1, rows + 2, MPI_DOUBLE_PRECISION, row, ierr)
  call MPI_Type_commit(row, ierr)
  do step = 1, 30
    call MPI_Irecv(u(1:rows,0), rows, MPI_DOUBLE_PRECISION, left, 0, grid, requests(1), ierr)
    call MPI_Irecv(u(1:rows,columns+1), rows, MPI_DOUBLE_PRECISION, right, 0, grid, requests(2), ierr)
    call MPI_Irecv(u(0,1), 1, row, up, 0, grid, requests(3), ierr)
    call MPI_Irecv(u(rows+1,1), 1, row, down, 0, grid, requests(4), ierr)
    call MPI_Isend(u(1:rows,1), rows, MPI_DOUBLE_PRECISION, left, 0, grid, requests(5), ierr)
    call MPI_Isend(u(1:rows,columns), rows, MPI_DOUBLE_PRECISION, right, 0, grid, requests(6), ierr)
    call MPI_Isend(u(1,1), 1, row, up, 0, grid, requests(7), ierr)
    call MPI_Isend(u(rows,1), 1, row, down, 0, grid, requests(8), ierr)
    call MPI_Waitall(messages, requests, statuses, ierr)
    do j = 1, columns
      do i = 1, rows
        w(i,j) = 0.25d0 * (u(i-1,j) + u(i+1,j) + u(i,j-1) + u(i,j+1))
      end do
    end do
    if (mod(step, 10) == 0) then
      change = maxval(abs(w(1:rows,1:columns) - u(1:rows,1:columns)))
      call MPI_Allreduce(change, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, grid, ierr)
      if (rank == 0) write (*,'(a,i3,z17)') 'step', step, largest
    end if
    call set_edges(w, rows, columns, place, extents)
    call MPI_Sendrecv(w(1:rows,1), rows, MPI_DOUBLE_PRECISION, left, 0, w(1:rows,columns+1), rows, &
                      MPI_DOUBLE_PRECISION, right, 0, grid, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(w(1:rows,columns), rows, MPI_DOUBLE_PRECISION, right, 0, w(1:rows,0), rows, &
                      MPI_DOUBLE_PRECISION, left, 0, grid, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(w(rows,1), 1, row, down, 0, w(0,1), 1, row, up, 0, grid, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(w(1,1), 1, row, up, 0, w(rows+1,1), 1, row, down, 0, grid, MPI_STATUS_IGNORE, ierr)
    do j = 1, columns
      do i = 1, rows
        u(i,j) = 0.2d0 * (w(i-1,j) + w(i+1,j) + w(i,j-1) + w(i,j+1) + w(i,j))
      end do
    end do
    call set_edges(u, rows, columns, place, extents)
  end do
  change = sum(u(1:rows,1:columns))
  call MPI_Allreduce(change, largest, 1, MPI_DOUBLE_PRECISION, MPI_SUM, grid, ierr)
  if (rank == 0) write (*,'(a,z17)') 'sum ', largest
  call MPI_Type_free(row, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine set_edges(a, rows, columns, place, extents)
    integer, intent(in) :: rows, columns, place(2), extents(2)
    double precision, intent(inout) :: a(0:,0:)
    if (place(1) == 0) a(0,:) = 100
    if (place(1) == extents(1) - 1) a(rows+1,:) = 0
    if (place(2) == 0) a(1:rows,0) = 50
    if (place(2) == extents(2) - 1) a(1:rows,columns+1) = 50
  end subroutine
end program
