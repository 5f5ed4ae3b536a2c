! SPDX-License-Identifier: Apache-2.0
! Counts of the kind MPI_COUNT_KIND in mpi_f08. (Open MPI 4.1 has none.)
! e2e: ranks=1,2,4,8 reference=mpich
module kinds
  use mpi_f08
  implicit none
  integer, parameter :: wide = MPI_COUNT_KIND, n = 6
  integer(wide), parameter :: one = 1, all = n
  integer :: rank, ranks, right, left
end module

module parts
  use kinds
  implicit none
contains
  subroutine point_to_point
    integer, asynchronous :: out(n), in(n)
    integer :: i, narrow
    integer(wide) :: count
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: status
    type(MPI_Message) :: message
    out = [(10 * rank + i, i = 1, n)]
    call MPI_Sendrecv(out, all, MPI_INTEGER, right, 1, in, all, MPI_INTEGER, left, 1, &
                      MPI_COMM_WORLD, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call MPI_Get_count(status, MPI_INTEGER, narrow)
    print '(a, i0, a, 8(1x, i0))', 'rank ', rank, ': sendrecv', in, count, narrow
    call MPI_Isend(out, count=all, datatype=MPI_INTEGER, dest=right, tag=2, comm=MPI_COMM_WORLD, &
                   request=requests(1))
    call MPI_Mprobe(left, 2, MPI_COMM_WORLD, message, status)
    call MPI_Get_elements(status, MPI_INTEGER, count)
    call MPI_Imrecv(in, count, MPI_INTEGER, message, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    print '(a, i0, a, 7(1x, i0))', 'rank ', rank, ': matched', in, count
    ! A scalar, an element, a section: buffers have any rank.
    call MPI_Recv_init(in(3), one, MPI_INTEGER, left, 3, MPI_COMM_WORLD, requests(1))
    call MPI_Send_init(narrow, one, MPI_INTEGER, right, 3, MPI_COMM_WORLD, requests(2))
    call MPI_Startall(2, requests)
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Request_free(requests(1))
    call MPI_Request_free(requests(2))
    call MPI_Sendrecv_replace(in(1:5:2), 3 * one, MPI_INTEGER, right, 4, left, 4, MPI_COMM_WORLD, &
                              MPI_STATUS_IGNORE)
    print '(a, i0, a, 6(1x, i0))', 'rank ', rank, ': section', in
  end subroutine

  subroutine collectives
    integer :: out(n), i
    integer, allocatable :: in(:)
    integer(wide), allocatable :: counts(:)
    integer(MPI_ADDRESS_KIND), allocatable :: places(:)
    type(MPI_Datatype), allocatable :: types(:)
    type(MPI_Request) :: request
    allocate (in(ranks * n), counts(ranks), places(ranks), types(ranks))
    in = -1
    counts = [(int(mod(i, n), wide), i = 0, ranks - 1)]
    places = [(int((i - 1) * n, MPI_ADDRESS_KIND), i = 1, ranks)]
    out = [(100 * rank + i, i = 1, n)]
    call MPI_Allgatherv(out, counts(rank + 1), MPI_INTEGER, in, counts, places, MPI_INTEGER, &
                        MPI_COMM_WORLD)
    print '(a, i0, a, *(1x, i0))', 'rank ', rank, ': allgatherv', in
    call MPI_Ireduce(out, in, all, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    if (rank == 0) print '(a, *(1x, i0))', 'rank 0: ireduce', in(1:n)
    call MPI_Allreduce(MPI_IN_PLACE, out, all, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
    print '(a, i0, a, *(1x, i0))', 'rank ', rank, ': in place', out
    in = [(1000 * rank + i, i = 1, ranks * n)]
    types = MPI_INTEGER
    counts = 2
    places = [(int(4 * (i - 1) * n, MPI_ADDRESS_KIND), i = 1, ranks)]
    call MPI_Alltoallw(MPI_IN_PLACE, counts, places, types, in, counts, places, types, &
                       MPI_COMM_WORLD)
    print '(a, i0, a, *(1x, i0))', 'rank ', rank, ': alltoallw', in
  end subroutine

  subroutine datatypes
    integer(wide) :: size, lengths(2), position, room
    integer(wide) :: extent, bound, places(2)
    integer(wide) :: true_extent
    integer :: matrix(4, 5), i
    character, allocatable :: packed(:)
    type(MPI_Datatype) :: row, pair, block
    matrix = reshape([(rank * 100 + i, i = 1, 20)], shape(matrix))
    call MPI_Type_vector(5 * one, one, 4 * one, MPI_INTEGER, row)
    lengths = [2, 1]
    places = [0, 12]
    call MPI_Type_create_struct(2 * one, lengths, places, [MPI_INTEGER, MPI_REAL], pair)
    call MPI_Type_create_subarray(2, [4 * one, 5 * one], [2 * one, 3 * one], [one, one], &
                                  MPI_ORDER_FORTRAN, MPI_INTEGER, block)
    call MPI_Type_size(pair, size)
    call MPI_Type_get_extent(pair, bound, extent)
    call MPI_Type_get_true_extent(block, bound, true_extent)
    print '(a, i0, a, 4(1x, i0))', 'rank ', rank, ': types', size, extent, bound, true_extent
    call MPI_Type_commit(row)
    call MPI_Type_commit(block)
    call MPI_Pack_size(one, block, MPI_COMM_WORLD, room)
    allocate (packed(room))
    position = 0
    call MPI_Pack(matrix, one, block, packed, room, position, MPI_COMM_WORLD)
    print '(a, i0, a, i0)', 'rank ', rank, ': packed ', position
    call MPI_Bcast(packed, position, MPI_PACKED, ranks - 1, MPI_COMM_WORLD)
    position = 0
    call MPI_Unpack(packed, room, position, matrix, one, block, MPI_COMM_WORLD)
    call MPI_Bcast(matrix(3, 1), one, row, 0, MPI_COMM_WORLD)
    print '(a, i0, a, 20(1x, i0))', 'rank ', rank, ': matrix', matrix
    call MPI_Type_free(row)
    call MPI_Type_free(pair)
    call MPI_Type_free(block)
  end subroutine

  subroutine windows
    integer, asynchronous :: memory(n), in(n)
    integer(MPI_ADDRESS_KIND) :: unit
    type(MPI_Win) :: win
    memory = rank
    unit = 4
    call MPI_Win_create(memory, int(4 * n, MPI_ADDRESS_KIND), unit, MPI_INFO_NULL, &
                        MPI_COMM_WORLD, win)
    call MPI_Win_fence(0, win)
    call MPI_Get(in, all, MPI_INTEGER, right, 0_MPI_ADDRESS_KIND, all, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call MPI_Accumulate(in(1), one, MPI_INTEGER, left, 2_MPI_ADDRESS_KIND, one, MPI_INTEGER, &
                        MPI_SUM, win)
    call MPI_Win_fence(0, win)
    call MPI_Win_free(win)
    print '(a, i0, a, 12(1x, i0))', 'rank ', rank, ': window', in, memory
  end subroutine
end module

program large_counts
  use parts
  implicit none
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)
  call point_to_point
  call collectives
  call datatypes
  call windows
  call MPI_Finalize()
end program
