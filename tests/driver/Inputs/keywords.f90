! SPDX-License-Identifier: Apache-2.0
! Arguments by the names that the standard gives them in Fortran.
subroutine keywords(copy, delete)
  use mpi
  implicit none
  external :: copy, delete
  integer :: keyval, error, requests(2), where, edges(2), graph
  integer(MPI_ADDRESS_KIND) :: value, bytes
  logical :: found
  integer :: session
  character(len=MPI_MAX_PSET_NAME_LEN) :: name
  call MPI_Waitany(2, requests, index=where, status=MPI_STATUS_IGNORE, ierror=error)
  call MPI_Testany(2, requests, index=where, flag=found, status=MPI_STATUS_IGNORE, ierror=error)
  call MPI_Graph_create(MPI_COMM_WORLD, 2, index=[1, 2], edges=edges, reorder=.false., &
                        comm_graph=graph, ierror=error)
  call MPI_Comm_create_keyval(comm_copy_attr_fn=copy, comm_delete_attr_fn=delete, &
                              comm_keyval=keyval, extra_state=value, ierror=error)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, comm_keyval=keyval, attribute_val=value, ierror=error)
  call MPI_Type_create_keyval(type_copy_attr_fn=copy, type_delete_attr_fn=delete, &
                              type_keyval=keyval, extra_state=value, ierror=error)
  call MPI_Type_set_attr(MPI_INTEGER, type_keyval=keyval, attribute_val=value, ierror=error)
  call MPI_Type_get_attr(MPI_INTEGER, type_keyval=keyval, attribute_val=value, flag=found, &
                         ierror=error)
  call MPI_Win_create_keyval(win_copy_attr_fn=copy, win_delete_attr_fn=delete, &
                             win_keyval=keyval, extra_state=value, ierror=error)
  call MPI_Win_shared_query(MPI_WIN_NULL, rank=0, size=bytes, disp_unit=where, baseptr=value, &
                            ierror=error)
  call MPI_Keyval_create(copy_fn=copy, delete_fn=delete, keyval=keyval, extra_state=0, &
                         ierror=error)
  call MPI_Session_init(info=MPI_INFO_NULL, errhandler=MPI_ERRORS_RETURN, session=session, &
                        ierror=error)
  call MPI_Session_get_nth_pset(session=session, info=MPI_INFO_NULL, n=0, pset_len=where, &
                                pset_name=name, ierror=error)
  call MPI_Session_finalize(session=session, ierror=error)
end subroutine
