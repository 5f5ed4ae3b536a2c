! SPDX-License-Identifier: Apache-2.0
! The module mpi: keyword arguments, buffers of all types and ranks, sections that are copied in and
! out, allocatables, texts, C pointers, and arguments that are recognised by their addresses.
! e2e: ranks=1,2,3,4,8
module exchange
  use mpi
  implicit none
  type point
    sequence
    double precision :: x
    integer :: i, j
  end type
contains
  subroutine shift(mine, theirs, comm)
    double precision, intent(in) :: mine(:, :)
    double precision, intent(out) :: theirs(:, :)
    integer, intent(in) :: comm
    integer :: rank, ranks, error
    call MPI_Comm_rank(comm, rank, error)
    call MPI_Comm_size(comm=comm, ierror=error, size=ranks)
    call MPI_Sendrecv(mine, size(mine), MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 5, theirs, &
                      size(theirs), MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 5, comm, &
                      MPI_STATUS_IGNORE, error)
  end subroutine
end module

program module_mpi
  use, intrinsic :: iso_c_binding
  use exchange
  implicit none
  integer :: rank, ranks, error, i, info, length, comm, types(2), lengths(2), pair
  integer :: extents(2), coordinates(2), sources(1), weights(1), sizes(3), flags(2)
  integer, allocatable :: table(:, :), everyone(:)
  double precision :: whole(4, 6)
  type(point) :: points(3)
  character(len=5) :: words(2)
  character(len=12) :: value
  character(len=MPI_MAX_ERROR_STRING) :: text
  logical :: periods(2), there
  integer(MPI_ADDRESS_KIND) :: displacements(2), first, lower, extent
  type(c_ptr) :: memory
  integer, pointer :: numbers(:)

  call MPI_Init(ierror=error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)

  whole = rank
  call shift(whole(2:3, 1:6:2), whole(1:4:3, 2:6:2), MPI_COMM_WORLD)
  print '(a, i0, a, 24(1x, i0))', 'rank ', rank, ': shifted', int(whole)

  call MPI_Sizeof(rank, sizes(1), error)
  call MPI_Sizeof(whole(2:3, 1), sizes(2), error)
  call MPI_Sizeof((1.0, 2.0), sizes(3), error)
  print '(a, i0, a, 3(1x, i0))', 'rank ', rank, ': sizes', sizes

  allocate (table(3, ranks), everyone(0:ranks - 1))
  table = -1
  call MPI_Allgather([rank, 2 * rank, 3 * rank], 3, MPI_INTEGER, table, 3, MPI_INTEGER, &
                     MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, table(2, :), ranks, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  everyone = rank
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, everyone, 1, MPI_INTEGER, MPI_COMM_WORLD, &
                    error)
  print '(a, i0, a, 40(1x, i0))', 'rank ', rank, ': tables', table, everyone

  words = [character(len=5) :: 'none', 'none']
  if (rank == 0) words = [character(len=5) :: 'alpha', 'beta']
  call MPI_Bcast(words, 10, MPI_CHARACTER, 0, MPI_COMM_WORLD, error)
  print '(a, i0, 4a)', 'rank ', rank, ': ', words(1), words(2), '.'

  ! A type of the program's, with absolute addresses.
  points = point(0d0, 0, 0)
  if (rank == 0) points = [(point(i / 2d0, i, -i), i=1, 3)]
  call MPI_Get_address(points(1)%x, displacements(1), error)
  call MPI_Get_address(points(1)%i, displacements(2), error)
  lengths = [1, 2]
  types = [MPI_DOUBLE_PRECISION, MPI_INTEGER]
  call MPI_Type_create_struct(2, lengths, displacements, types, pair, error)
  call MPI_Type_commit(pair, error)
  call MPI_Type_get_extent(pair, lower, extent, error)
  call MPI_Bcast(MPI_BOTTOM, 1, pair, 0, MPI_COMM_WORLD, error)
  call MPI_Type_free(pair, error)
  print '(a, i0, a, f4.1, 4(1x, i0))', 'rank ', rank, ': points', points(1)%x, points(1)%i, &
    points(1)%j, points(2)%i, int(extent)

  call MPI_Info_create(info, error)
  call MPI_Info_set(info, '  flavour ', ' sweet, sour  ', error)
  call MPI_Info_get(info, 'flavour', len(value), value, there, error)
  call MPI_Info_get_valuelen(info, 'flavour', length, there, error)
  print '(a, i0, 3a, i0, 1x, l1)', 'rank ', rank, ': [', value, '] ', length, there
  call MPI_Info_get(info, 'none', len(value), value, there, error)
  call MPI_Info_get_nthkey(info, 0, text, error)
  call MPI_Info_free(info, error)
  print '(a, i0, 5a, l1, 1x, l1)', 'rank ', rank, ': [', value, '] [', trim(text), '] ', there, &
    info == MPI_INFO_NULL

  extents = 0
  call MPI_Dims_create(ranks, 2, extents, error)
  call MPI_Cart_create(MPI_COMM_WORLD, 2, extents, [.true., .false.], .false., comm, error)
  call MPI_Cart_get(comm, 2, extents, periods, coordinates, error)
  call MPI_Cart_shift(comm, 0, 1, flags(1), flags(2), error)
  print '(a, i0, a, 6(1x, i0), 2(1x, l1))', 'rank ', rank, ': cart', extents, coordinates, flags, &
    periods
  call MPI_Comm_free(comm, error)

  sources = mod(rank + ranks - 1, ranks)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, sources, MPI_UNWEIGHTED, 1, &
                                      [mod(rank + 1, ranks)], MPI_UNWEIGHTED, MPI_INFO_NULL, &
                                      .false., comm, error)
  call MPI_Dist_graph_neighbors_count(comm, sizes(1), sizes(2), there, error)
  i = -1
  call MPI_Neighbor_alltoall(100 + rank, 1, MPI_INTEGER, i, 1, MPI_INTEGER, comm, error)
  call MPI_Neighbor_alltoallw([200 + rank], [1], [0_MPI_ADDRESS_KIND], [MPI_INTEGER], weights, [1], &
                              [0_MPI_ADDRESS_KIND], [MPI_INTEGER], comm, error)
  print '(a, i0, a, 4(1x, i0), 1x, l1)', 'rank ', rank, ': graph', sizes(1:2), i, weights, there
  call MPI_Comm_free(comm, error)

  call MPI_Alloc_mem(40_MPI_ADDRESS_KIND, MPI_INFO_NULL, memory, error)
  call c_f_pointer(memory, numbers, [10])
  numbers = rank
  call MPI_Bcast(numbers, 10, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, error)
  print '(a, i0, a, i0)', 'rank ', rank, ': memory ', sum(numbers)
  call MPI_Free_mem(numbers, error)

  call MPI_Get_address(everyone, first, error)
  call MPI_Get_address(everyone(ranks - 1), extent, error)
  print '(a, i0, a, i0)', 'rank ', rank, ': distance ', int(MPI_Aint_diff(extent, first))

  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
  call MPI_Send(i, 1, MPI_INTEGER, ranks + 3, 0, MPI_COMM_WORLD, error)
  call MPI_Error_class(error, i, error)
  print '(a, i0, a, l1)', 'rank ', rank, ': error of a rank ', i == MPI_ERR_RANK
  call MPI_Finalize(error)
end program
