! SPDX-License-Identifier: Apache-2.0
! Sessions in Fortran, without MPI_Init: process sets, groups and communicators of them, an error
! handler. (MPICH 4.0 wants a session before the handler, and counts a zero in a set's name.)
! e2e: ranks=1,2,4,8 reference=mpich
module handlers
  use mpi_f08
  implicit none
  integer :: reported = 0
contains
  subroutine report(session, code)
    type(MPI_Session) :: session
    integer :: code
    call MPI_Error_class(code, reported)
    if (session%MPI_VAL == 0) reported = -1
  end subroutine
end module

program sessions
  use handlers
  implicit none
  type(MPI_Session) :: session
  type(MPI_Errhandler) :: handler, same
  type(MPI_Group) :: group
  type(MPI_Comm) :: world, self
  type(MPI_Info) :: info
  integer :: sets, i, length, rank, ranks, alone, total
  character(len=64) :: name
  logical :: has_world, found

  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session)
  call MPI_Session_create_errhandler(report, handler)
  call MPI_Session_set_errhandler(session, handler)
  call MPI_Session_get_errhandler(session, same)
  call MPI_Session_call_errhandler(session, MPI_ERR_OTHER)

  call MPI_Session_get_num_psets(session, MPI_INFO_NULL, sets)
  has_world = .false.
  do i = 0, sets - 1
    length = len(name)
    call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, length, name)
    has_world = has_world .or. name == 'mpi://WORLD'
  end do

  call MPI_Group_from_session_pset(session, 'mpi://WORLD  ', group)
  call MPI_Comm_create_from_group(group, 'a.tag', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, world)
  call MPI_Group_free(group)
  call MPI_Group_from_session_pset(session, 'mpi://SELF', group)
  call MPI_Comm_create_from_group(group, 'another.tag', MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, self)
  call MPI_Group_free(group)
  call MPI_Comm_rank(world, rank)
  call MPI_Comm_size(world, ranks)
  call MPI_Comm_size(self, alone)
  call MPI_Allreduce(rank + 1, total, 1, MPI_INTEGER, MPI_SUM, world)
  print '(a, i0, a, 3(1x, i0), 4(1x, l1))', 'rank ', rank, ': of', ranks, total, alone, &
    has_world, reported == MPI_ERR_OTHER, handler == same, group == MPI_GROUP_NULL

  call MPI_Session_get_pset_info(session, 'mpi://WORLD', info)
  length = len(name)
  call MPI_Info_get_string(info, 'mpi_size', length, name, found)
  call MPI_Info_free(info)
  print '(a, i0, 3a, l1)', 'rank ', rank, ': size ', trim(name), ' ', found

  call MPI_Errhandler_free(handler)
  call MPI_Errhandler_free(same)
  call MPI_Comm_free(self)
  call MPI_Comm_disconnect(world)
  call MPI_Session_finalize(session)
  print '(a, i0, a)', 'rank ', rank, ': over'
end program
