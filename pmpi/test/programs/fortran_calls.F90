! SPDX-License-Identifier: Apache-2.0
! Collectives of a Fortran program, through the binding that BINDING names.
program fortran_calls
#if BINDING == 8
  use mpi_f08
  implicit none
  type(MPI_Comm) :: world, copy
  type(MPI_Request) :: requests(2)
  type(MPI_Op) :: left
#elif BINDING == 1
  use mpi
  implicit none
  integer :: world, copy, requests(2), left
#else
  implicit none
  include 'mpif.h'
  integer :: world, copy, requests(2), left
#endif
  integer :: rank, size, error, i, total, value, times, from, to
  logical :: done
  integer, allocatable :: sent(:), got(:), counts(:), places(:), gathered(:)
  world = MPI_COMM_WORLD
  call MPI_Init(error)
  call MPI_Comm_rank(world, rank, error)
  call MPI_Comm_size(world, size, error)
  allocate (sent(size), got(size), counts(size), places(size), gathered(size))
  value = 0
  if (rank == size - 1) value = 77
  call MPI_Bcast(value, 1, MPI_INTEGER, size - 1, world, error)
  if (value /= 77) stop 2
  total = rank
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, world, error)
  if (total /= size*(size - 1)/2) stop 3
  do i = 1, size
    sent(i) = 100*rank + i
    counts(i) = 1
    places(i) = i - 1
  end do
  call MPI_Alltoall(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, world, error)
  do i = 1, size
    if (got(i) /= 100*(i - 1) + rank + 1) stop 4
  end do
  got = 0
  call MPI_Alltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, world, error)
  do i = 1, size
    if (got(i) /= 100*(i - 1) + rank + 1) stop 5
  end do
  call MPI_Allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, world, error)
  do i = 1, size
    if (got(i) /= i - 1) stop 6
  end do
  from = mod(rank + size - 1, size)
  to = mod(rank + 1, size)
#if EXTENSION && BINDING == 8
  call MPIX_Alltoallv_init(sent, counts, places, MPI_INTEGER%MPI_VAL, got, counts, places, &
                           MPI_INTEGER%MPI_VAL, world%MPI_VAL, MPI_INFO_NULL%MPI_VAL, requests(1)%MPI_VAL, error)
#elif EXTENSION
  call MPIX_Alltoallv_init(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, world, &
                           MPI_INFO_NULL, requests(1), error)
#else
  call MPI_Alltoallv_init(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, world, &
                          MPI_INFO_NULL, requests(1), error)
#endif
  do times = 1, 4
    got = 0
    call MPI_Start(requests(1), error)
    select case (times)
    case (1)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    case (2)
      call MPI_Irecv(value, 1, MPI_INTEGER, from, 1, world, requests(2), error)
      call MPI_Send(rank, 1, MPI_INTEGER, to, 1, world, error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      if (value /= from) stop 8
    case (3)
      done = .false.
      do while (.not. done)
        call MPI_Test(requests(1), done, MPI_STATUS_IGNORE, error)
      end do
    case (4)
      ! Who waits for the exchange before it sends must not wait for who receives before.
      if (rank == 0) call MPI_Recv(value, 1, MPI_INTEGER, size - 1, 2, world, MPI_STATUS_IGNORE, error)
      call MPI_Waitany(1, requests, i, MPI_STATUS_IGNORE, error)
      if (i /= 1 .and. i /= 0) stop 9 ! MPICH 4.0's mpi_f08 counts from 0
      if (rank == size - 1) call MPI_Send(rank, 1, MPI_INTEGER, 0, 2, world, error)
    end select
    do i = 1, size
      if (got(i) /= 100*(i - 1) + rank + 1) stop 10
    end do
  end do
  call MPI_Request_free(requests(1), error)
  call MPI_Comm_dup(world, copy, error)
  got = 0
  call MPI_Ialltoall(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, copy, requests(1), error)
  call MPI_Ibarrier(copy, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  do i = 1, size
    if (got(i) /= 100*(i - 1) + rank + 1) stop 11
  end do
  got = 0
  call MPI_Ialltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, copy, requests(1), error)
  call MPI_Igather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, 0, copy, requests(2), error)
  call MPI_Comm_free(copy, error)
  done = .false.
  do while (.not. done)
    call MPI_Testall(2, requests, done, MPI_STATUSES_IGNORE, error)
  end do
  do i = 1, size
    if (got(i) /= 100*(i - 1) + rank + 1) stop 12
    if (rank == 0 .and. gathered(i) /= i - 1) stop 13
  end do
  ! The operation is freed before it has been used for the last time.
  call MPI_Op_create(left_operand, .false., left, error)
  value = 100 + rank
  total = 0
  call MPI_Iallreduce(value, total, 1, MPI_INTEGER, left, world, requests(1), error)
  call MPI_Op_free(left, error)
  if (left /= MPI_OP_NULL) stop 14
  times = -1
  if (rank == size - 1) times = 55
  call MPI_Ibcast(times, 1, MPI_INTEGER, size - 1, world, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  if (total /= 100) stop 15
  if (times /= 55) stop 16
  call neighbours()
  call MPI_Barrier(world, error)
  if (error /= MPI_SUCCESS) stop 7
  call MPI_Finalize(error)
contains
  ! Of a ring.
  subroutine neighbours()
    integer :: around(2), twice(2)
    twice = rank
    call MPI_Cart_create(world, 1, [size], [.true.], .false., copy, error)
    call MPI_Neighbor_allgather(rank, 1, MPI_INTEGER, around, 1, MPI_INTEGER, copy, error)
    if (any(around /= [from, to])) stop 18
    around = -1
    call MPI_Ineighbor_alltoall(twice, 1, MPI_INTEGER, around, 1, MPI_INTEGER, copy, requests(1), error)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    if (any(around /= [from, to])) stop 19
    call MPI_Comm_free(copy, error)
  end subroutine neighbours
#if BINDING == 8
  subroutine left_operand(from, to, count, type)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: from, to
    integer :: count
    type(MPI_Datatype) :: type
    integer, pointer :: left(:), right(:)
    if (type /= MPI_INTEGER) stop 17
    call c_f_pointer(from, left, [count])
    call c_f_pointer(to, right, [count])
    right = left
  end subroutine left_operand
#else
  subroutine left_operand(from, to, count, type)
    integer :: count, type
    integer :: from(count), to(count)
    if (type /= MPI_INTEGER) stop 17
    to = from
  end subroutine left_operand
#endif
end program fortran_calls
