// SPDX-License-Identifier: Apache-2.0
// Calls that may block and are not planned, of MPI-4: with large counts, and of sessions.
#include "interpose/passed_on.h"

#if MPI_VERSION >= 4
extern "C" {
// clang-format off
// Messages, windows, files.
BLOCKING(Send_c, (const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm))
BLOCKING(Ssend_c, (const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm))
BLOCKING(Rsend_c, (const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm), (buf, count, datatype, dest, tag, comm))
BLOCKING(Recv_c, (void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status* status), (buf, count, datatype, source, tag, comm, status))
BLOCKING(Mrecv_c, (void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status), (buf, count, datatype, message, status))
BLOCKING(Sendrecv_c, (const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status* status), (sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status))
BLOCKING(Sendrecv_replace_c, (void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status), (buf, count, datatype, dest, sendtag, source, recvtag, comm, status))
BLOCKING(Buffer_detach_c, (void* buffer_addr, MPI_Count* size), (buffer_addr, size))
BLOCKING(Win_create_c, (void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win), (base, size, disp_unit, info, comm, win))
BLOCKING(Win_allocate_c, (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win), (size, disp_unit, info, comm, baseptr, win))
BLOCKING(Win_allocate_shared_c, (MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win), (size, disp_unit, info, comm, baseptr, win))
BLOCKING(File_read_all_c, (MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, buf, count, datatype, status))
BLOCKING(File_write_all_c, (MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, buf, count, datatype, status))
BLOCKING(File_read_at_all_c, (MPI_File fh, MPI_Offset offset, void*  buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, offset, buf, count, datatype, status))
BLOCKING(File_write_at_all_c, (MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, offset, buf, count, datatype, status))
BLOCKING(File_read_ordered_c, (MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, buf, count, datatype, status))
BLOCKING(File_write_ordered_c, (MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status), (fh, buf, count, datatype, status))
BLOCKING(File_read_all_begin_c, (MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype), (fh, buf, count, datatype))
BLOCKING(File_write_all_begin_c, (MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype), (fh, buf, count, datatype))
BLOCKING(File_read_at_all_begin_c, (MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype))
BLOCKING(File_write_at_all_begin_c, (MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype), (fh, offset, buf, count, datatype))
BLOCKING(File_read_ordered_begin_c, (MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype), (fh, buf, count, datatype))
BLOCKING(File_write_ordered_begin_c, (MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype), (fh, buf, count, datatype))
// Without a communicator to begin with.
MAKING(Comm_create_from_group, (MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* made), (group, stringtag, info, errhandler, made))
BLOCKING(Intercomm_create_from_groups, (MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm), (local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm))
BLOCKING(Session_finalize, (MPI_Session* session), (session))
// clang-format on
}
#endif
