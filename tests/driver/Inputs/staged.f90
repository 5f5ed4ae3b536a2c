! SPDX-License-Identifier: Apache-2.0
! Exchanges along x, then y, then z, each with what the axes before have brought; nonblocking and
! blocking. A sweep reads all of it, with the corners. Prints all bits of all results.
program staged
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 24, steps = 8
  integer :: grid, rank, ranks, ierr, step, axis, dims(3), low(3), high(3)
  logical :: periods(3)
  double precision, allocatable :: u(:,:,:), v(:,:,:)
  call mpi_init(ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  dims = 0
  periods = (/ .true., .false., .true. /)
  call mpi_dims_create(ranks, 3, dims, ierr)
  call mpi_cart_create(mpi_comm_world, 3, dims, periods, .false., grid, ierr)
  call mpi_comm_rank(grid, rank, ierr)
  do axis = 1, 3
    call mpi_cart_shift(grid, axis - 1, 1, low(axis), high(axis), ierr)
  end do
  allocate(u(0:n+1,0:n+1,0:n+1), v(0:n+1,0:n+1,0:n+1))
  call begin(u, rank)
  v = 0
  do step = 1, steps
    call posted(u, low, high)
    call sweep(u, v)
    call print_bits('posted', v)
    call blocking(v, low, high)
    call sweep(v, u)
    call print_bits('blocking', u)
  end do
  call mpi_finalize(ierr)
contains
  subroutine begin(a, rank)
    integer, intent(in) :: rank
    double precision, intent(out) :: a(0:n+1,0:n+1,0:n+1)
    integer :: i, j, k
    do k = 0, n + 1
      do j = 0, n + 1
        do i = 0, n + 1
          a(i,j,k) = mod(i * 37 + j * 11 + k * 5, 101) / 16d0 + rank
        end do
      end do
    end do
  end subroutine
  subroutine posted(a, low, high)
    integer, intent(in) :: low(3), high(3)
    double precision, intent(inout) :: a(0:n+1,0:n+1,0:n+1)
    double precision :: to(n+2,n+2,2), from(n+2,n+2,2)
    integer :: ierr, requests(4), plane
    plane = (n + 2) * (n + 2)
    call mpi_irecv(from(1,1,1), plane, mpi_double_precision, low(1), 1, grid, requests(1), ierr)
    call mpi_irecv(from(1,1,2), plane, mpi_double_precision, high(1), 2, grid, requests(2), ierr)
    to(:,:,1) = a(n,:,:)
    to(:,:,2) = a(1,:,:)
    call mpi_isend(to(1,1,1), plane, mpi_double_precision, high(1), 1, grid, requests(3), ierr)
    call mpi_isend(to(1,1,2), plane, mpi_double_precision, low(1), 2, grid, requests(4), ierr)
    call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
    if (low(1) /= mpi_proc_null) a(0,:,:) = from(:,:,1)
    if (high(1) /= mpi_proc_null) a(n+1,:,:) = from(:,:,2)

    call mpi_irecv(from(1,1,1), plane, mpi_double_precision, low(2), 1, grid, requests(1), ierr)
    call mpi_irecv(from(1,1,2), plane, mpi_double_precision, high(2), 2, grid, requests(2), ierr)
    to(:,:,1) = a(:,n,:)
    to(:,:,2) = a(:,1,:)
    call mpi_isend(to(1,1,1), plane, mpi_double_precision, high(2), 1, grid, requests(3), ierr)
    call mpi_isend(to(1,1,2), plane, mpi_double_precision, low(2), 2, grid, requests(4), ierr)
    call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
    if (low(2) /= mpi_proc_null) a(:,0,:) = from(:,:,1)
    if (high(2) /= mpi_proc_null) a(:,n+1,:) = from(:,:,2)

    call mpi_irecv(a(0,0,0), plane, mpi_double_precision, low(3), 1, grid, requests(1), ierr)
    call mpi_irecv(a(0,0,n+1), plane, mpi_double_precision, high(3), 2, grid, requests(2), ierr)
    call mpi_isend(a(0,0,n), plane, mpi_double_precision, high(3), 1, grid, requests(3), ierr)
    call mpi_isend(a(0,0,1), plane, mpi_double_precision, low(3), 2, grid, requests(4), ierr)
    call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
  end subroutine
  subroutine blocking(a, low, high)
    integer, intent(in) :: low(3), high(3)
    double precision, intent(inout) :: a(0:n+1,0:n+1,0:n+1)
    double precision :: to(n+2,n+2), from(n+2,n+2)
    integer :: ierr, plane
    plane = (n + 2) * (n + 2)
    to = a(:,n,:)
    call mpi_sendrecv(to(1,1), plane, mpi_double_precision, high(2), 1, from(1,1), plane, &
                      mpi_double_precision, low(2), 1, grid, mpi_status_ignore, ierr)
    if (low(2) /= mpi_proc_null) a(:,0,:) = from
    to = a(:,1,:)
    call mpi_sendrecv(to(1,1), plane, mpi_double_precision, low(2), 2, from(1,1), plane, &
                      mpi_double_precision, high(2), 2, grid, mpi_status_ignore, ierr)
    if (high(2) /= mpi_proc_null) a(:,n+1,:) = from
    call mpi_sendrecv(a(0,0,n), plane, mpi_double_precision, high(3), 1, a(0,0,0), plane, &
                      mpi_double_precision, low(3), 1, grid, mpi_status_ignore, ierr)
    call mpi_sendrecv(a(0,0,1), plane, mpi_double_precision, low(3), 2, a(0,0,n+1), plane, &
                      mpi_double_precision, high(3), 2, grid, mpi_status_ignore, ierr)
  end subroutine
  subroutine sweep(a, b)
    double precision, intent(in) :: a(0:n+1,0:n+1,0:n+1)
    double precision, intent(inout) :: b(0:n+1,0:n+1,0:n+1)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          b(i,j,k) = 0.3d0 * a(i,j,k) + 0.1d0 * a(i-1,j-1,k-1) + 0.2d0 * a(i+1,j+1,k+1) + &
                     0.15d0 * a(i,j-1,k+1) + 0.25d0 * a(i+1,j,k-1)
        end do
      end do
    end do
  end subroutine
  subroutine print_bits(what, a)
    character(*), intent(in) :: what
    double precision, intent(in) :: a(0:n+1,0:n+1,0:n+1)
    integer(8) :: bits, all
    integer :: i, j, k, ierr
    bits = rank
    do k = 0, n + 1
      do j = 0, n + 1
        do i = 0, n + 1
          bits = ieor(ishftc(bits, 7), transfer(a(i,j,k), bits))
        end do
      end do
    end do
    call mpi_reduce(bits, all, 1, mpi_integer8, mpi_bxor, 0, grid, ierr)
    if (rank == 0) print '(a,1x,z16.16)', what, all
  end subroutine
end program
