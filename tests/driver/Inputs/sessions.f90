! SPDX-License-Identifier: Apache-2.0
! Sessions, more than MPICH 4.0 supports: an error handler made before the first session, and names
! of process sets as long as Fortran's texts. Stops with the number of the failed check.
module handlers
  use mpi_f08
  implicit none
  integer :: errors = 0
contains
  subroutine count_error(session, code)
    type(MPI_Session) :: session
    integer :: code, class
    call MPI_Error_class(code, class)
    if (session /= MPI_SESSION_NULL .and. class == MPI_ERR_ARG) errors = errors + 1
  end subroutine
end module

program sessions
  use handlers
  implicit none
  type(MPI_Session) :: session
  type(MPI_Errhandler) :: handler
  type(MPI_Group) :: group
  type(MPI_Info) :: info
  integer :: length, error
  character(len=MPI_MAX_PSET_NAME_LEN) :: name
  call MPI_Session_create_errhandler(count_error, handler)
  call MPI_Session_init(MPI_INFO_NULL, handler, session)
  call MPI_Errhandler_free(handler)
  call MPI_Group_from_session_pset(session, 'no://SET', group, error)
  if (error == MPI_SUCCESS .or. errors /= 1) error stop 1

  name = 'untouched'
  length = 0
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, name)
  if (name /= 'untouched' .or. length /= len('mpi://WORLD')) error stop 2
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, length, name)
  if (name /= 'mpi://WORLD' .or. length /= len('mpi://WORLD')) error stop 3
  length = 5
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 1, length, name)
  if (name /= 'mpi:/' .or. length /= len('mpi://SELF')) error stop 4
  call MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 9, length, name, error)
  if (error == MPI_SUCCESS .or. errors /= 2 .or. length /= len('mpi://SELF')) error stop 5

  call MPI_Info_create_env(info)
  if (info == MPI_INFO_NULL) error stop 6
  call MPI_Info_free(info)
  call MPI_Session_finalize(session)
  if (session /= MPI_SESSION_NULL) error stop 7
  print '(a)', 'right'
end program
