! SPDX-License-Identifier: Apache-2.0
! Attributes that one language sets and the other one reads, directly and on duplicates, with keys of
! either.
! e2e: ranks=2,4,8
module procedures
  use mpi
  implicit none
contains
  subroutine add_one(comm, keyval, extra_state, value, copied, flag, error)
    integer :: comm, keyval, error
    integer(MPI_ADDRESS_KIND) :: extra_state, value, copied
    logical :: flag
    copied = value + extra_state
    flag = .true.
    error = MPI_SUCCESS
  end subroutine

  subroutine forget(comm, keyval, value, extra_state, error)
    integer :: comm, keyval, error
    integer(MPI_ADDRESS_KIND) :: value, extra_state
    error = MPI_SUCCESS
  end subroutine
end module

program main
  use, intrinsic :: iso_c_binding
  use procedures
  implicit none
  interface
    subroutine keys_of_c(comm_key, type_key, win_key) bind(c)
      import
      integer(c_int) :: comm_key, type_key, win_key
    end subroutine
    subroutine set_in_c(comm, keyval, element) bind(c)
      import
      integer(c_int), value :: comm, keyval, element
    end subroutine
    ! The element of C's array that the attribute points to.
    integer(c_int) function element_in_c(comm, keyval) bind(c)
      import
      integer(c_int), value :: comm, keyval
    end function
    ! The numbers that the attribute points to: an INTEGER, or one of the address kind.
    integer(c_int) function integer_in_c(comm, keyval) bind(c)
      import
      integer(c_int), value :: comm, keyval
    end function
    integer(c_intptr_t) function number_in_c(kind, object, keyval) bind(c)
      import
      integer(c_int), value :: kind, object, keyval
    end function
    integer(c_intptr_t) function address_in_c(element) bind(c)
      import
      integer(c_int), value :: element
    end function
  end interface
  integer, parameter :: of_comm = 0, of_type = 1, of_win = 2
  integer(MPI_ADDRESS_KIND), parameter :: large = 5000000000_MPI_ADDRESS_KIND
  integer :: rank, error, comm, comm_key, type_key, win_key, fortran_key, old_key, small, type, win, memory(1)
  integer(MPI_ADDRESS_KIND) :: value
  logical :: flag
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call keys_of_c(comm_key, type_key, win_key)
  call MPI_Comm_create_keyval(add_one, forget, fortran_key, 1_MPI_ADDRESS_KIND, error)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, old_key, 0_MPI_ADDRESS_KIND, error)

  ! C sets an address, which is a number in Fortran.
  call set_in_c(MPI_COMM_WORLD, comm_key, 2)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, comm_key, value, flag, error)
  print '(a, i0, 2(1x, l1))', 'rank ', rank, flag, value == address_in_c(2)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  print '(a, i0, 1x, i0)', 'rank ', rank, element_in_c(comm, comm_key)
  call MPI_Comm_get_attr(comm, comm_key, value, flag, error)
  print '(a, i0, 2(1x, l1))', 'rank ', rank, flag, value == address_in_c(3)
  call MPI_Comm_free(comm, error)

  ! Fortran sets numbers, to which C gets pointers.
  call MPI_Comm_set_attr(MPI_COMM_WORLD, comm_key, large, error)
  print '(a, i0, 1x, i0)', 'rank ', rank, number_in_c(of_comm, MPI_COMM_WORLD, comm_key)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, fortran_key, -large, error)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, old_key, large + 1, error)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, comm_key, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  print '(a, i0, 2(1x, i0))', 'rank ', rank, number_in_c(of_comm, comm, fortran_key), number_in_c(of_comm, comm, old_key)
  call MPI_Comm_get_attr(comm, fortran_key, value, flag, error)
  print '(a, i0, 1x, l1, 1x, i0)', 'rank ', rank, flag, value
  call MPI_Comm_free(comm, error)

  ! INTEGERs, by MPI 1's functions, are widened with their sign.
  call MPI_Attr_put(MPI_COMM_WORLD, old_key, -7, error)
  print '(a, i0, 1x, i0)', 'rank ', rank, integer_in_c(MPI_COMM_WORLD, old_key)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, old_key, value, flag, error)
  call MPI_Attr_get(MPI_COMM_WORLD, old_key, small, flag, error)
  print '(a, i0, 1x, l1, 2(1x, i0))', 'rank ', rank, flag, value, small

  ! Types and windows.
  call MPI_Type_contiguous(2, MPI_INTEGER, type, error)
  call MPI_Type_set_attr(type, type_key, large, error)
  print '(a, i0, 1x, i0)', 'rank ', rank, number_in_c(of_type, type, type_key)
  call MPI_Type_free(type, error)
  call MPI_Win_create(memory, 4_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_set_attr(win, win_key, -large, error)
  print '(a, i0, 1x, i0)', 'rank ', rank, number_in_c(of_win, win, win_key)
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag, error)
  print '(a, i0, 1x, l1, 1x, i0)', 'rank ', rank, flag, value
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, flag, error)
  print '(a, i0, 1x, l1, 1x, i0)', 'rank ', rank, flag, value
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
