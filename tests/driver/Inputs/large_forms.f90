! SPDX-License-Identifier: Apache-2.0
! Large counts where the form has other arguments or a separate name; files. Stops with the number of the failed
! check.
module operations
  use, intrinsic :: iso_c_binding
  use mpi_f08
  implicit none
  integer, parameter :: wide = MPI_COUNT_KIND
contains
  subroutine longest(left, right, length, type)
    type(c_ptr), value :: left, right
    integer(wide) :: length, i
    type(MPI_Datatype) :: type
    integer, pointer :: a(:), b(:)
    if (type /= MPI_INTEGER) return
    call c_f_pointer(left, a, [length])
    call c_f_pointer(right, b, [length])
    do i = 1, length
      if (abs(a(i)) > abs(b(i))) b(i) = a(i)
    end do
  end subroutine
end module

program large_forms
  use operations
  implicit none
  integer :: rank, ranks, all(3), integers(1), combiner, i
  integer, allocatable :: back(:)
  integer(wide) :: n_integers, n_addresses, n_counts, n_types, counts(5), size
  integer(MPI_ADDRESS_KIND) :: addresses(1)
  type(MPI_Datatype) :: type, types(1)
  type(MPI_Op) :: op
  type(MPI_File) :: file
  type(MPI_Status) :: status
  type(c_ptr) :: address
  character, target :: room(1000 + MPI_BSEND_OVERHEAD)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)

  call MPI_Op_create_c(longest, .true., op)
  call MPI_Allreduce([rank, -2 * rank, 1], all, 3_wide, MPI_INTEGER, op, MPI_COMM_WORLD)
  call MPI_Op_free(op)
  if (any(all /= [ranks - 1, 2 - 2 * ranks, 1])) error stop 1

  call MPI_Type_indexed(2_wide, [1_wide, 2_wide], [5_wide, 0_wide], MPI_INTEGER, type)
  call MPI_Type_get_envelope(type, n_integers, n_addresses, n_counts, n_types, combiner)
  if (any([n_integers, n_addresses, n_counts, n_types] /= [0, 0, 5, 1])) error stop 2
  if (combiner /= MPI_COMBINER_INDEXED) error stop 3
  call MPI_Type_get_contents(type, n_integers, n_addresses, n_counts, n_types, integers, addresses, &
                             counts, types)
  call MPI_Type_free(type)
  if (any(counts /= [2, 1, 2, 5, 0]) .or. types(1) /= MPI_INTEGER) error stop 4

  do i = 1, 2
    if (i == 1) call MPI_Buffer_attach(room, int(sizeof(room), wide))
    if (i == 2) call MPI_Comm_attach_buffer(MPI_COMM_WORLD, room, int(sizeof(room), wide))
    call MPI_Bsend(rank, 1_wide, MPI_INTEGER, mod(rank + 1, ranks), 0, MPI_COMM_WORLD)
    call MPI_Recv(all, 1_wide, MPI_INTEGER, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, status)
    size = 0
    if (i == 1) call MPI_Buffer_detach(address, size)
    if (i == 2) call MPI_Comm_detach_buffer(MPI_COMM_WORLD, address, size)
    if (all(1) /= status%MPI_SOURCE .or. size /= sizeof(room)) error stop 5
    if (.not. c_associated(address, c_loc(room))) error stop 6
  end do

  allocate (back(ranks))
  call MPI_File_open(MPI_COMM_WORLD, 'large_forms.data', &
                     MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file)
  call MPI_File_write_at_all(file, 4_MPI_OFFSET_KIND * rank, rank, 1_wide, MPI_INTEGER, status)
  call MPI_File_sync(file)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_read_at_all(file, 0_MPI_OFFSET_KIND, back, int(ranks, wide), MPI_INTEGER, status)
  call MPI_Get_count(status, MPI_INTEGER, size)
  call MPI_File_close(file)
  if (size /= ranks .or. any(back /= [(i, i = 0, ranks - 1)])) error stop 7
  call MPI_Finalize()
  print '(a)', 'right'
end program
