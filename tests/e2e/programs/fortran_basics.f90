! SPDX-License-Identifier: Apache-2.0
! Point-to-point, collectives, communicators and types through mpif.h; data of modules, SAVE and
! COMMON belong to one rank.
! e2e: ranks=1,2,3,4,8
module counters
  integer :: of_module = 0
end module

integer function saved(by)
  integer, intent(in) :: by
  integer, save :: total = 100
  total = total + by
  saved = total
end function

subroutine block(by)
  integer, intent(in) :: by
  integer :: of_common
  common /shared_by_units/ of_common
  of_common = of_common + by
end subroutine

program basics
  use counters
  implicit none
  include 'mpif.h'
  integer :: rank, ranks, error, next, previous, i, n, position
  integer :: status(MPI_STATUS_SIZE), requests(4), statuses(MPI_STATUS_SIZE, 4)
  integer :: numbers(8), others(8), column, row_comm, reordered(0:15), where
  double precision :: field(4, 5), sums(3), mine(3)
  logical :: flag
  integer, external :: saved
  character(len=MPI_MAX_OBJECT_NAME) :: name
  integer :: of_common
  common /shared_by_units/ of_common

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)

  of_module = of_module + rank
  of_common = 0
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call block(rank)
  i = saved(rank)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call block(1)
  i = saved(1)
  print '(a, i0, a, 3(1x, i0))', 'rank ', rank, ': own data', of_module, of_common, i

  numbers = [(10 * rank + i, i = 1, 8)]
  call MPI_Sendrecv(numbers, 8, MPI_INTEGER, next, 1, others, 8, MPI_INTEGER, previous, 1, &
                    MPI_COMM_WORLD, status, error)
  call MPI_Get_count(status, MPI_INTEGER, n, error)
  print '(a, i0, a, 4(1x, i0))', 'rank ', rank, ': received', others(1), n, status(MPI_SOURCE), &
    status(MPI_TAG)

  ! A column of an array is contiguous, a row is a vector.
  field = rank
  call MPI_Type_vector(5, 1, 4, MPI_DOUBLE_PRECISION, column, error)
  call MPI_Type_commit(column, error)
  call MPI_Irecv(field(2, 1), 1, column, previous, 2, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(field(3, 1), 1, column, next, 2, MPI_COMM_WORLD, requests(2), error)
  requests(3) = MPI_REQUEST_NULL
  call MPI_Irecv(n, 1, MPI_INTEGER, previous, 3, MPI_COMM_WORLD, requests(4), error)
  call MPI_Send(rank, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, error)
  call MPI_Waitall(4, requests, statuses, error)
  print '(a, i0, a, 2(1x, f5.1), 1x, i0, 1x, l1)', 'rank ', rank, ': row', field(2, 3), &
    sum(field), n, all(requests == MPI_REQUEST_NULL)
  call MPI_Type_free(column, error)

  call MPI_Irecv(n, 1, MPI_INTEGER, previous, 4, MPI_COMM_WORLD, requests(2), error)
  requests(1) = MPI_REQUEST_NULL
  call MPI_Ssend(7 * rank, 1, MPI_INTEGER, next, 4, MPI_COMM_WORLD, error)
  call MPI_Waitany(2, requests, where, MPI_STATUS_IGNORE, error)
  print '(a, i0, a, 2(1x, i0))', 'rank ', rank, ': waitany', where, n

  mine = [1d0, 2d0, 3d0] * (rank + 1)
  call MPI_Allreduce(mine, sums, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, mine, 3, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
  print '(a, i0, a, 6(1x, f6.1))', 'rank ', rank, ': sums', sums, mine
  call MPI_Gather(rank * rank, 1, MPI_INTEGER, reordered, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(a, 16(1x, i0))', 'gathered', reordered(0:ranks - 1)
  call MPI_Bcast(reordered, ranks, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  print '(a, i0, a, i0)', 'rank ', rank, ': last ', reordered(ranks - 1)
  call MPI_Allreduce(rank == 0, flag, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, error)
  print '(a, i0, a, l1)', 'rank ', rank, ': or ', flag

  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, row_comm, error)
  call MPI_Comm_set_name(row_comm, 'row of ranks   ', error)
  call MPI_Comm_get_name(row_comm, name, n, error)
  call MPI_Comm_rank(row_comm, position, error)
  print '(a, i0, a, a, 2(1x, i0))', 'rank ', rank, ': ', name(1:n), n, position
  call MPI_Comm_free(row_comm, error)
  if (row_comm /= MPI_COMM_NULL) print *, 'the communicator is still there'

  call MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, flag, status, error)
  print '(a, i0, a, l1)', 'rank ', rank, ': probe ', flag
  call MPI_Finalize(error)
end program
