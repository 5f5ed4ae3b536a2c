! SPDX-License-Identifier: Apache-2.0
! The module mpi_f08: handles and statuses are types, ierror may be left away.
! e2e: ranks=1,2,3,4,8
module operations
  use, intrinsic :: iso_c_binding
  use mpi_f08
  implicit none
contains
  subroutine longest(left, right, length, type)
    type(c_ptr), value :: left, right
    integer :: length, i
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

program f08
  use operations
  implicit none
  integer :: rank, ranks, n, length, error, received(5), sent(3), all(3)
  type(MPI_Comm) :: half
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Request) :: requests(2)
  type(MPI_Datatype) :: column
  type(MPI_Op) :: op
  type(MPI_Message) :: message
  procedure(MPI_User_function), pointer :: operation
  double precision :: field(3, 4), row(4)
  character(len=MPI_MAX_OBJECT_NAME) :: name

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  if (error /= MPI_SUCCESS) print *, 'an error'

  requests(1) = MPI_REQUEST_NULL
  sent = rank
  call MPI_Isend(sent, 3, MPI_INTEGER, mod(rank + 1, ranks), 4, MPI_COMM_WORLD, &
                 requests(2))
  call MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, message, status)
  call MPI_Get_count(status, MPI_INTEGER, n)
  call MPI_Mrecv(received, n, MPI_INTEGER, message, MPI_STATUS_IGNORE)
  call MPI_Waitall(2, requests, statuses)
  print '(a, i0, a, 4(1x, i0), 2(1x, l1))', 'rank ', rank, ': received', received(1), n, &
    status%MPI_SOURCE, status%MPI_TAG, message == MPI_MESSAGE_NULL, requests(2) == MPI_REQUEST_NULL

  field = rank
  call MPI_Type_vector(4, 1, 3, MPI_DOUBLE_PRECISION, column)
  call MPI_Type_commit(column)
  call MPI_Bcast(field(2, 1), 1, column, 0, MPI_COMM_WORLD)
  call MPI_Type_free(column)
  row = field(3, :)
  call MPI_Allreduce(MPI_IN_PLACE, row, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  print '(a, i0, a, 16(1x, f5.1), 1x, l1)', 'rank ', rank, ': field', field, row, &
    column == MPI_DATATYPE_NULL

  operation => longest
  call MPI_Op_create(operation, .true., op)
  call MPI_Allreduce([rank, -2 * rank, 1], all, 3, MPI_INTEGER, op, MPI_COMM_WORLD)
  call MPI_Op_free(op)
  print '(a, i0, a, 3(1x, i0))', 'rank ', rank, ': longest', all

  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  call MPI_Comm_set_name(half, 'half')
  call MPI_Comm_get_name(half, name, length)
  call MPI_Comm_size(half, n)
  print '(a, i0, 3a, i0, 1x, l1)', 'rank ', rank, ': ', name(1:length), ' ', n, half /= MPI_COMM_NULL
  call MPI_Comm_free(half)
  call MPI_Finalize()
end program
