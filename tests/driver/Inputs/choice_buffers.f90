! SPDX-License-Identifier: Apache-2.0
! Buffers, statuses and callback procedures, as programs pass them.
program choice_buffers
  use mpi
  implicit none
  type :: point
    sequence
    double precision :: x, y
  end type
  type(point) :: points(3)
  double precision, allocatable :: field(:, :)
  character(len=8) :: name
  logical :: flag
  integer :: single, requests(2), error, keyval, operation, file, window
  integer(MPI_ADDRESS_KIND) :: extra, attribute
  integer(MPI_OFFSET_KIND) :: offset
  allocate(field(4, 4))
  extra = 0
  offset = 0
  call MPI_Bcast(points, 6, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  call MPI_Bcast(name, len(name), MPI_CHARACTER, 0, MPI_COMM_WORLD, error)
  call MPI_Irecv(field(1, :), 4, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(field(2, 3), 1, MPI_DOUBLE_PRECISION, 0, 1, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  call MPI_Allreduce(MPI_IN_PLACE, single, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Recv(MPI_BOTTOM, 0, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, attribute, flag, error)
  call MPI_Op_create(add, .true., operation, error)
  call MPI_File_open(MPI_COMM_SELF, 'x', MPI_MODE_RDONLY, MPI_INFO_NULL, file, error)
  call MPI_File_read_at(file, offset, field, 16, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, error)
  call MPI_Win_create(field, 128_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
contains
  subroutine add(in, inout, length, datatype)
    integer :: length, datatype
    integer :: in(length), inout(length)
    inout = inout + in
  end subroutine
end program
