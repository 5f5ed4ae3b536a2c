! SPDX-License-Identifier: Apache-2.0
! Even ranks send elements of a type without data, and receive none; odd ones the other way round.
program empty_blocks
  implicit none
  include 'mpif.h'
  integer :: rank, ranks, error, nothing, i, sends, receives, types(2)
  integer :: sent(8), received(8), counts(8, 2), places(8)

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Type_contiguous(0, MPI_INTEGER, nothing, error)
  call MPI_Type_commit(nothing, error)
  sends = merge(3, 0, mod(rank, 2) == 0)
  receives = merge(0, 2, mod(rank, 2) == 0)
  types(1) = merge(nothing, MPI_INTEGER, sends > 0)
  types(2) = merge(nothing, MPI_INTEGER, receives > 0)
  do i = 1, 8
    counts(i, 1) = sends
    counts(i, 2) = receives
    places(i) = i - 1
    sent(i) = 10 * rank + i
    received(i) = -1
  end do
  call MPI_Alltoallv(sent, counts(1, 1), places, types(1), received, counts(1, 2), places, types(2), &
                     MPI_COMM_WORLD, error)
  call MPI_Alltoall(sent, 1, MPI_INTEGER, received, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  if (rank == 0) print '(a, 8i4)', 'received', received(1:ranks)
  call MPI_Type_free(nothing, error)
  call MPI_Finalize(error)
end program
