! SPDX-License-Identifier: Apache-2.0
! Jacobi's method on a plate that is cut in one direction, in Fortran; as halos.c.
!
!   halos FORM LENGTH DEPTH ITERATIONS [--nocomm]     cells along a border, cells of a block between its borders
!
! fortran:      rows of one array, by nonblocking calls
! fortran-rows: the same, one mpi_sendrecv after the other
program halos
  implicit none
  include 'mpif.h'
  integer, parameter :: warm = 2
  character(16) :: form, word
  integer :: length, depth, iterations, rank, ranks, before, after, iteration, l, d, ierr
  double precision, allocatable :: u(:,:), v(:,:)
  double precision :: begin, time, sums, all

  call mpi_init(ierr)
  call mpi_comm_rank(mpi_comm_world, rank, ierr)
  call mpi_comm_size(mpi_comm_world, ranks, ierr)
  call get_command_argument(1, form)
  length = number(2)
  depth = number(3)
  iterations = number(4)
  call get_command_argument(5, word)
  before = merge(mpi_proc_null, rank - 1, rank == 0 .or. word == '--nocomm')
  after = merge(mpi_proc_null, rank + 1, rank + 1 == ranks .or. word == '--nocomm')
  allocate(u(0:length+1, 0:depth+1), v(0:length+1, 0:depth+1))
  u = 0
  v = 0
  do d = 1, depth
    do l = 1, length
      u(l, d) = mod((rank * depth + d) * mod(l, 1009), 1013)
    end do
  end do
  do iteration = 1 - warm, iterations, 2
    if (iteration == 1) then
      call mpi_barrier(mpi_comm_world, ierr)
      begin = mpi_wtime()
    end if
    if (form == 'fortran') then
      call step(u, v, length, depth, before, after)
      call step(v, u, length, depth, before, after)
    else
      call step_of_rows(u, v, length, depth, before, after)
      call step_of_rows(v, u, length, depth, before, after)
    end if
  end do
  call mpi_barrier(mpi_comm_world, ierr)
  time = mpi_wtime() - begin
  sums = 0
  do d = 1, depth
    do l = 1, length
      sums = sums + u(l, d) * mod(rank * depth + d + l, 101)
    end do
  end do
  call mpi_reduce(sums, all, 1, mpi_double_precision, mpi_sum, 0, mpi_comm_world, ierr)
  if (rank == 0) then
    print '(a,f0.6,a)', 'time: ', 1d3 * time / iterations, ' ms per iteration'
    print '(a,z16)', 'checksum: ', all
  end if
  call mpi_finalize(ierr)

contains

  integer function number(argument)
    integer, intent(in) :: argument
    call get_command_argument(argument, word)
    read (word, *) number
  end function

  subroutine step(a, b, length, depth, before, after)
    integer, intent(in) :: length, depth, before, after
    double precision, intent(inout) :: a(0:length+1, 0:depth+1), b(0:length+1, 0:depth+1)
    integer :: requests(4), ierr
    call mpi_irecv(a(1,0), length, mpi_double_precision, before, 1, mpi_comm_world, requests(1), ierr)
    call mpi_irecv(a(1,depth+1), length, mpi_double_precision, after, 0, mpi_comm_world, requests(2), ierr)
    call mpi_isend(a(1,1), length, mpi_double_precision, before, 0, mpi_comm_world, requests(3), ierr)
    call mpi_isend(a(1,depth), length, mpi_double_precision, after, 1, mpi_comm_world, requests(4), ierr)
    call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
    call sweep(a, b, length, depth)
  end subroutine

  subroutine step_of_rows(a, b, length, depth, before, after)
    integer, intent(in) :: length, depth, before, after
    double precision, intent(inout) :: a(0:length+1, 0:depth+1), b(0:length+1, 0:depth+1)
    integer :: ierr
    call mpi_sendrecv(a(1,1), length, mpi_double_precision, before, 0, a(1,depth+1), length, mpi_double_precision, &
                      after, 0, mpi_comm_world, mpi_status_ignore, ierr)
    call mpi_sendrecv(a(1,depth), length, mpi_double_precision, after, 1, a(1,0), length, mpi_double_precision, &
                      before, 1, mpi_comm_world, mpi_status_ignore, ierr)
    call sweep(a, b, length, depth)
  end subroutine

  ! Of a cell the sum is the same whichever way the plate lies.
  subroutine sweep(a, b, length, depth)
    integer, intent(in) :: length, depth
    double precision, intent(in) :: a(0:length+1, 0:depth+1)
    double precision, intent(inout) :: b(0:length+1, 0:depth+1)
    integer :: l, d
    do d = 1, depth
      do l = 1, length
        b(l,d) = 0.5d0 * a(l,d) + 0.125d0 * ((a(l-1,d) + a(l+1,d)) + (a(l,d-1) + a(l,d+1)))
      end do
    end do
  end subroutine
end program
