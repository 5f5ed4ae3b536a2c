! SPDX-License-Identifier: Apache-2.0
module settings
  integer, parameter :: n = 40
  integer :: grid, rank, double_type, watched_step = 0, low(2), high(2)
  logical :: is_timed = .false.
end module

subroutine exchange(a)
  use settings
  implicit none
  include 'mpif.h'
  double precision, intent(inout) :: a(0:n+1,0:n+1)
  double precision :: to(n+2,2), from(n+2,2)
  integer :: ierr, requests(4)
  if (is_timed) call start_timer(1)
  call mpi_irecv(from(1,1), n + 2, double_type, low(1), 1, grid, requests(1), ierr)
  call mpi_irecv(from(1,2), n + 2, double_type, high(1), 2, grid, requests(2), ierr)
  to(:,1) = a(n,:)
  to(:,2) = a(1,:)
  call mpi_isend(to(1,1), n + 2, double_type, high(1), 1, grid, requests(3), ierr)
  call mpi_isend(to(1,2), n + 2, double_type, low(1), 2, grid, requests(4), ierr)
  call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
  if (is_timed) call stop_timer(1)
  if (low(1) /= mpi_proc_null) a(0,:) = from(:,1)
  if (high(1) /= mpi_proc_null) a(n+1,:) = from(:,2)

  if (is_timed) call start_timer(2)
  call mpi_irecv(a(0,0), n + 2, double_type, low(2), 1, grid, requests(1), ierr)
  call mpi_irecv(a(0,n+1), n + 2, double_type, high(2), 2, grid, requests(2), ierr)
  call mpi_isend(a(0,n), n + 2, double_type, high(2), 1, grid, requests(3), ierr)
  call mpi_isend(a(0,1), n + 2, double_type, low(2), 2, grid, requests(4), ierr)
  call mpi_waitall(4, requests, mpi_statuses_ignore, ierr)
  if (is_timed) call stop_timer(2)
end subroutine

subroutine start_timer(number)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: number
  double precision :: begun(2), spent(2)
  common /timers/ begun, spent
  begun(number) = mpi_wtime()
end subroutine

subroutine stop_timer(number)
  implicit none
  include 'mpif.h'
  integer, intent(in) :: number
  double precision :: begun(2), spent(2)
  common /timers/ begun, spent
  spent(number) = spent(number) + mpi_wtime() - begun(number)
  if (spent(number) > 1d9) print *, 'an exchange takes years'
end subroutine
