/* SPDX-License-Identifier: Apache-2.0 */
/* Point-to-point communication: sends, receives, probes, completion, persistent and other requests.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_POINT_TO_POINT_H
#define BAMBOO_MPI_POINT_TO_POINT_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Bsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
BAMBOO_MPI(int, MPI_Bsend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Buffer_attach, (void *buffer, int size));
BAMBOO_MPI(int, MPI_Buffer_detach, (void *buffer_addr, int *size));
BAMBOO_MPI(int, MPI_Buffer_flush, (void));
BAMBOO_MPI(int, MPI_Buffer_iflush, (MPI_Request *request));
BAMBOO_MPI(int, MPI_Cancel, (MPI_Request *request));
BAMBOO_MPI(int, MPI_Comm_attach_buffer, (MPI_Comm comm, void *buffer, int size));
BAMBOO_MPI(int, MPI_Comm_detach_buffer, (MPI_Comm comm, void *buffer_addr, int *size));
BAMBOO_MPI(int, MPI_Comm_flush_buffer, (MPI_Comm comm));
BAMBOO_MPI(int, MPI_Comm_iflush_buffer, (MPI_Comm comm, MPI_Request *request));
BAMBOO_MPI(int, MPI_Grequest_complete, (MPI_Request request));
BAMBOO_MPI(int, MPI_Grequest_start, (MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
    MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request));
BAMBOO_MPI(int, MPI_Ibsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Improbe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_Imrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status));
BAMBOO_MPI(int, MPI_Irecv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Irsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Isend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Isendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Isendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Request *request));
BAMBOO_MPI(int, MPI_Issend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status));
BAMBOO_MPI(int, MPI_Mrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status));
BAMBOO_MPI(int, MPI_Parrived, (MPI_Request request, int partition, int *flag));
BAMBOO_MPI(int, MPI_Pready, (int partition, MPI_Request request));
BAMBOO_MPI(int, MPI_Pready_list, (int length, const int array_of_partitions[], MPI_Request request));
BAMBOO_MPI(int, MPI_Pready_range, (int partition_low, int partition_high, MPI_Request request));
BAMBOO_MPI(int, MPI_Precv_init, (void *buf, int partitions, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Info info, MPI_Request *request));
BAMBOO_MPI(int, MPI_Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status));
BAMBOO_MPI(int, MPI_Psend_init, (const void *buf, int partitions, int count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request));
BAMBOO_MPI(int, MPI_Recv, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_Recv_init, (void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Request_free, (MPI_Request *request));
BAMBOO_MPI(int, MPI_Request_get_status, (MPI_Request request, int *flag, MPI_Status *status));
BAMBOO_MPI(int, MPI_Request_get_status_all, (int count, const MPI_Request array_of_requests[], int *flag,
    MPI_Status *array_of_statuses));
BAMBOO_MPI(int, MPI_Request_get_status_any, (int count, const MPI_Request array_of_requests[], int *indx, int *flag,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_Request_get_status_some, (int incount, const MPI_Request array_of_requests[], int *outcount,
    int array_of_indices[], MPI_Status *array_of_statuses));
BAMBOO_MPI(int, MPI_Rsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
BAMBOO_MPI(int, MPI_Rsend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Send, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
BAMBOO_MPI(int, MPI_Send_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Sendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
    void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status));
BAMBOO_MPI(int, MPI_Sendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
    int recvtag, MPI_Comm comm, MPI_Status *status));
BAMBOO_MPI(int, MPI_Session_attach_buffer, (MPI_Session session, void *buffer, int size));
BAMBOO_MPI(int, MPI_Session_detach_buffer, (MPI_Session session, void *buffer_addr, int *size));
BAMBOO_MPI(int, MPI_Session_flush_buffer, (MPI_Session session));
BAMBOO_MPI(int, MPI_Session_iflush_buffer, (MPI_Session session, MPI_Request *request));
BAMBOO_MPI(int, MPI_Ssend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm));
BAMBOO_MPI(int, MPI_Ssend_init, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Start, (MPI_Request *request));
BAMBOO_MPI(int, MPI_Startall, (int count, MPI_Request array_of_requests[]));
BAMBOO_MPI(int, MPI_Status_get_error, (const MPI_Status *status, int *error));
BAMBOO_MPI(int, MPI_Status_get_source, (const MPI_Status *status, int *source));
BAMBOO_MPI(int, MPI_Status_get_tag, (const MPI_Status *status, int *tag));
BAMBOO_MPI(int, MPI_Status_set_cancelled, (MPI_Status *status, int flag));
BAMBOO_MPI(int, MPI_Status_set_elements, (MPI_Status *status, MPI_Datatype datatype, int count));
BAMBOO_MPI(int, MPI_Status_set_elements_x, (MPI_Status *status, MPI_Datatype datatype, MPI_Count count));
BAMBOO_MPI(int, MPI_Status_set_error, (MPI_Status *status, int error));
BAMBOO_MPI(int, MPI_Status_set_source, (MPI_Status *status, int source));
BAMBOO_MPI(int, MPI_Status_set_tag, (MPI_Status *status, int tag));
BAMBOO_MPI(int, MPI_Test, (MPI_Request *request, int *flag, MPI_Status *status));
BAMBOO_MPI(int, MPI_Test_cancelled, (const MPI_Status *status, int *flag));
BAMBOO_MPI(int, MPI_Testall, (int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses));
BAMBOO_MPI(int, MPI_Testany, (int count, MPI_Request array_of_requests[], int *indx, int *flag, MPI_Status *status));
BAMBOO_MPI(int, MPI_Testsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status *array_of_statuses));
BAMBOO_MPI(int, MPI_Wait, (MPI_Request *request, MPI_Status *status));
BAMBOO_MPI(int, MPI_Waitall, (int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses));
BAMBOO_MPI(int, MPI_Waitany, (int count, MPI_Request array_of_requests[], int *indx, MPI_Status *status));
BAMBOO_MPI(int, MPI_Waitsome, (int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[],
    MPI_Status *array_of_statuses));

#endif
