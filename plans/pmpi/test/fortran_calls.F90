! SPDX-License-Identifier: Apache-2.0
! Collectives of a Fortran program, through the binding that BINDING names.
program fortran_calls
#if BINDING == 8
  use mpi_f08
  implicit none
  type(MPI_Comm) :: world
#elif BINDING == 1
  use mpi
  implicit none
  integer :: world
#else
  implicit none
  include 'mpif.h'
  integer :: world
#endif
  integer :: rank, size, error, i, total, value
  integer, allocatable :: sent(:), got(:), counts(:), places(:)
  world = MPI_COMM_WORLD
  call MPI_Init(error)
  call MPI_Comm_rank(world, rank, error)
  call MPI_Comm_size(world, size, error)
  allocate (sent(size), got(size), counts(size), places(size))
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
  call MPI_Barrier(world, error)
  if (error /= MPI_SUCCESS) stop 7
  call MPI_Finalize(error)
end program fortran_calls
