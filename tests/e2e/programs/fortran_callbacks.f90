! SPDX-License-Identifier: Apache-2.0
! Procedures that a program gives to MPI: operations, copy and delete functions of attributes, error
! handlers, generalized requests.
! e2e: ranks=1,2,4,8
module procedures
  use mpi
  implicit none
  integer :: handled = 0, deleted = 0
contains
  ! Matrices of 2 x 2: an operation that does not commute.
  subroutine multiply(left, right, length, type)
    integer, intent(in) :: length, type
    integer, intent(in) :: left(2, 2, length)
    integer, intent(inout) :: right(2, 2, length)
    integer :: i
    do i = 1, length
      right(:, :, i) = mod(matmul(left(:, :, i), right(:, :, i)), 1000)
    end do
  end subroutine

  subroutine copy(comm, keyval, extra_state, value, copied, flag, error)
    integer :: comm, keyval, error
    integer(MPI_ADDRESS_KIND) :: extra_state, value, copied
    logical :: flag
    copied = value + extra_state
    flag = .true.
    error = MPI_SUCCESS
  end subroutine

  subroutine delete(comm, keyval, value, extra_state, error)
    integer :: comm, keyval, error
    integer(MPI_ADDRESS_KIND) :: value, extra_state
    deleted = deleted + int(value)
    error = MPI_SUCCESS
  end subroutine

  subroutine handle(comm, code)
    integer :: comm, code, class, error
    call MPI_Error_class(code, class, error)
    if (comm == MPI_COMM_WORLD .and. class == MPI_ERR_RANK) handled = handled + 1
  end subroutine

  subroutine query(extra_state, status, error)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: status(MPI_STATUS_SIZE), error
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state), error)
    call MPI_Status_set_cancelled(status, .false., error)
    status(MPI_SOURCE) = MPI_UNDEFINED
    status(MPI_TAG) = MPI_UNDEFINED
    error = MPI_SUCCESS
  end subroutine

  subroutine release(extra_state, error)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: error
    deleted = deleted + int(extra_state)
    extra_state = -extra_state
    error = MPI_SUCCESS
  end subroutine

  subroutine cancel(extra_state, complete, error)
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: error
    error = MPI_SUCCESS
  end subroutine
end module

program callbacks
  use procedures
  implicit none
  integer :: rank, ranks, error, i, type, op, keyval, other_key, comm, errhandler, request, n
  integer :: status(MPI_STATUS_SIZE), mine(2, 2, 3), product(2, 2, 3)
  integer(MPI_ADDRESS_KIND) :: value
  integer(MPI_ADDRESS_KIND), volatile :: state
  logical :: flag

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)

  call MPI_Type_contiguous(4, MPI_INTEGER, type, error)
  call MPI_Type_commit(type, error)
  call MPI_Op_create(multiply, .false., op, error)
  do i = 1, 3
    mine(:, :, i) = reshape([rank + 1, i, 1, rank], [2, 2])
  end do
  call MPI_Allreduce(mine, product, 3, type, op, MPI_COMM_WORLD, error)
  print '(a, i0, a, 12(1x, i0))', 'rank ', rank, ': product', product
  call MPI_Op_commutative(op, flag, error)
  call MPI_Op_free(op, error)
  print '(a, i0, a, 2(1x, l1))', 'rank ', rank, ': operation', flag, op == MPI_OP_NULL
  call MPI_Type_free(type, error)

  call MPI_Comm_create_keyval(copy, delete, keyval, 7_MPI_ADDRESS_KIND, error)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, other_key, &
                              0_MPI_ADDRESS_KIND, error)
  value = 100 + rank
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, error)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, other_key, 5_MPI_ADDRESS_KIND, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  call MPI_Comm_get_attr(comm, keyval, value, flag, error)
  print '(a, i0, a, i0, 1x, l1)', 'rank ', rank, ': copied ', int(value), flag
  call MPI_Comm_get_attr(comm, other_key, value, flag, error)
  print '(a, i0, a, i0, 1x, l1)', 'rank ', rank, ': copied ', int(value), flag
  call MPI_Comm_free(comm, error)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, value, flag, error)
  print '(a, i0, a, i0, 1x, l1)', 'rank ', rank, ': deleted ', deleted, flag
  call MPI_Comm_free_keyval(keyval, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, error)
  print '(a, i0, a, 2(1x, l1))', 'rank ', rank, ': largest tag', value >= 32767, flag

  call MPI_Comm_create_errhandler(handle, errhandler, error)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler, error)
  call MPI_Errhandler_free(errhandler, error)
  call MPI_Send(rank, 1, MPI_INTEGER, ranks + 1, 0, MPI_COMM_WORLD, error)
  print '(a, i0, a, i0)', 'rank ', rank, ': handled ', handled
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, error)

  deleted = 0
  state = 6
  call MPI_Grequest_start(query, release, cancel, state, request, error)
  call MPI_Grequest_complete(request, error)
  call MPI_Wait(request, status, error)
  call MPI_Get_elements(status, MPI_INTEGER, n, error)
  print '(a, i0, a, 3(1x, i0))', 'rank ', rank, ': generalized', n, deleted, state
  call MPI_Finalize(error)
end program
