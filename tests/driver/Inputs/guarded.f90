! SPDX-License-Identifier: Apache-2.0
! Exchanges along x and y in a subroutine of another file, with a datatype in a variable of a module,
! timers and output that are switched on by an argument, and a sweep. Prints all bits of all results.
program guarded
  use settings
  implicit none
  include 'mpif.h'
  integer, parameter :: steps = 12
  integer :: ranks, ierr, step, axis, dims(2)
  logical :: periods(2)
  double precision, allocatable :: u(:,:), v(:,:)
  call mpi_init(ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  dims = 0
  periods = (/ .true., .false. /)
  call mpi_dims_create(ranks, 2, dims, ierr)
  call mpi_cart_create(mpi_comm_world, 2, dims, periods, .false., grid, ierr)
  call mpi_comm_rank(grid, rank, ierr)
  do axis = 1, 2
    call mpi_cart_shift(grid, axis - 1, 1, low(axis), high(axis), ierr)
  end do
  double_type = mpi_double_precision
  if (command_argument_count() > 0) is_timed = .true.
  if (command_argument_count() > 1) watched_step = steps / 2
  allocate(u(0:n+1,0:n+1), v(0:n+1,0:n+1))
  call begin(u)
  v = 0
  do step = 1, steps
    call exchange(u)
    if (step == watched_step) call print_bits('exchanged', u)
    call sweep(u, v)
    call print_bits('swept', v)
    call exchange(v)
    if (step == watched_step) call print_bits('exchanged', v)
    call sweep(v, u)
    call print_bits('swept', u)
  end do
  call mpi_finalize(ierr)
contains
  subroutine begin(a)
    double precision, intent(out) :: a(0:n+1,0:n+1)
    integer :: i, j
    do j = 0, n + 1
      do i = 0, n + 1
        a(i,j) = mod(i * 37 + j * 11, 101) / 16d0 + rank
      end do
    end do
  end subroutine
  subroutine sweep(a, b)
    double precision, intent(in) :: a(0:n+1,0:n+1)
    double precision, intent(inout) :: b(0:n+1,0:n+1)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        b(i,j) = 0.3d0 * a(i,j) + 0.1d0 * a(i-1,j-1) + 0.2d0 * a(i+1,j+1) + 0.4d0 * a(i+1,j-1)
      end do
    end do
  end subroutine
  subroutine print_bits(what, a)
    character(*), intent(in) :: what
    double precision, intent(in) :: a(0:n+1,0:n+1)
    integer(8) :: bits, all
    integer :: i, j, ierr
    bits = rank
    do j = 0, n + 1
      do i = 0, n + 1
        bits = ieor(ishftc(bits, 7), transfer(a(i,j), bits))
      end do
    end do
    call mpi_reduce(bits, all, 1, mpi_integer8, mpi_bxor, 0, grid, ierr)
    if (rank == 0) print '(a,1x,z16.16)', what, all
  end subroutine
end program
