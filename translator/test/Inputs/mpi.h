/* SPDX-License-Identifier: Apache-2.0 */
/* The part of MPI that the translator's tests need. */
#ifndef BAMBOO_TEST_MPI_H
#define BAMBOO_TEST_MPI_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct MPI_ABI_Comm *MPI_Comm;
typedef struct MPI_ABI_Datatype *MPI_Datatype;
typedef struct MPI_ABI_Request *MPI_Request;
typedef struct MPI_ABI_Op *MPI_Op;
typedef long MPI_Count;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; int internal[5]; } MPI_Status;
#define MPI_COMM_WORLD ((MPI_Comm)0x101)
#define MPI_COMM_SELF ((MPI_Comm)0x102)
#define MPI_INT ((MPI_Datatype)0x208)
#define MPI_CHAR ((MPI_Datatype)0x243)
#define MPI_DOUBLE ((MPI_Datatype)0x214)
#define MPI_SUM ((MPI_Op)0x21)
#define MPI_REQUEST_NULL ((MPI_Request)0x180)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-31)
#define MPI_PROC_NULL (-2)
int MPI_Init(int *, char ***);
int MPI_Finalize(void);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status *status);
int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Status *status);
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Sendrecv(const void *sbuf, int scount, MPI_Datatype stype, int dest, int stag, void *rbuf,
                 int rcount, MPI_Datatype rtype, int source, int rtag, MPI_Comm comm,
                 MPI_Status *status);
int MPI_Send_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                  MPI_Request *request);
int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Startall(int count, MPI_Request requests[]);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
typedef int MPI_Win;
int MPI_Get_accumulate(const void *origin, int n, MPI_Datatype type, void *result, int m, MPI_Datatype result_type, int target,
                       long place, int k, MPI_Datatype target_type, MPI_Op op, MPI_Win win);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Unpack(const void *in, int size, int *position, void *out, int count, MPI_Datatype type,
               MPI_Comm comm);
int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Barrier(MPI_Comm comm);
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
double MPI_Wtime(void);
#ifdef __cplusplus
}
#endif
#endif
