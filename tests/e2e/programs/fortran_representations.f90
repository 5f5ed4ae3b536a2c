! SPDX-License-Identifier: Apache-2.0
! A data representation of the program's own, whose procedures are Fortran's: a number has 8 bytes in
! the file. The installed MPIs refuse to use one; there the file is native.
! e2e: ranks=1,2
module doubled
  use, intrinsic :: iso_c_binding
  use mpi_f08
  implicit none
  integer :: converted = 0
contains
  subroutine read_numbers(userbuf, datatype, count, filebuf, position, extra_state, ierror)
    type(c_ptr), value :: userbuf, filebuf
    type(MPI_Datatype) :: datatype
    integer :: count, ierror
    integer(MPI_OFFSET_KIND) :: position
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer, pointer :: memory(:)
    integer(c_int64_t), pointer :: file(:)
    call c_f_pointer(userbuf, memory, [count])
    call c_f_pointer(filebuf, file, [count])
    memory = int(file / extra_state)
    converted = converted + count
    ierror = merge(MPI_SUCCESS, MPI_ERR_TYPE, datatype == MPI_INTEGER .and. position == 0)
  end subroutine

  subroutine write_numbers(userbuf, datatype, count, filebuf, position, extra_state, ierror)
    type(c_ptr), value :: userbuf, filebuf
    type(MPI_Datatype) :: datatype
    integer :: count, ierror
    integer(MPI_OFFSET_KIND) :: position
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer, pointer :: memory(:)
    integer(c_int64_t), pointer :: file(:)
    call c_f_pointer(userbuf, memory, [count])
    call c_f_pointer(filebuf, file, [count])
    file = memory * extra_state
    converted = converted + count
    ierror = merge(MPI_SUCCESS, MPI_ERR_TYPE, datatype == MPI_INTEGER .and. position == 0)
  end subroutine

  subroutine eight_bytes(datatype, extent, extra_state, ierror)
    type(MPI_Datatype) :: datatype
    integer(MPI_ADDRESS_KIND) :: extent, extra_state
    integer :: ierror
    extent = 8
    ierror = merge(MPI_SUCCESS, MPI_ERR_TYPE, datatype == MPI_INTEGER .and. extra_state == 3)
  end subroutine
end module

program representations
  use doubled
  implicit none
  character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: version
  character(len=:), allocatable :: representation
  integer :: rank, length, numbers(5), back(5) = 0, i
  integer(MPI_OFFSET_KIND) :: bytes, displacement
  logical :: is_bamboo
  type(MPI_File) :: file
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Get_library_version(version, length)
  is_bamboo = index(version(:length), 'Bamboo') > 0
  representation = 'native'
  if (is_bamboo) then
    representation = 'times three'
    call MPI_Register_datarep('times three', read_numbers, write_numbers, eight_bytes, 3_MPI_ADDRESS_KIND)
    call MPI_Register_datarep('as in memory', MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, eight_bytes, 3_MPI_ADDRESS_KIND)
  end if
  numbers = [(100 * rank + i, i = 1, 5)]
  call MPI_File_open(MPI_COMM_SELF, 'numbers' // achar(iachar('a') + rank), &
                     MPI_MODE_RDWR + MPI_MODE_CREATE + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, file)
  displacement = 16
  call MPI_File_set_view(file, displacement, MPI_INTEGER, MPI_INTEGER, representation, MPI_INFO_NULL)
  call MPI_File_write(file, numbers, 5, MPI_INTEGER, MPI_STATUS_IGNORE)
  call MPI_File_read_at(file, 1_MPI_OFFSET_KIND, back, 4, MPI_INTEGER, MPI_STATUS_IGNORE)
  call MPI_File_get_size(file, bytes)
  if (is_bamboo .and. (bytes /= 16 + 40 .or. converted /= 9)) error stop 'not converted'
  print '(a, i0, a, 5(1x, i0))', 'rank ', rank, ':', back
  call MPI_File_close(file)
  call MPI_Finalize()
end program
