// SPDX-License-Identifier: Apache-2.0
// The functions, which are declared alike by both.
int MPI_Send(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Ssend(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Rsend(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Bsend(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Recv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
int MPI_Sendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                 MPI_Comm, MPI_Status*);
int MPI_Sendrecv_replace(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*);
int MPI_Barrier(MPI_Comm);
int MPI_Bcast(void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Gatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype, int,
                MPI_Comm);
int MPI_Scatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm);
int MPI_Scatterv(const void*, const int[], const int[], MPI_Datatype, void*, int, MPI_Datatype, int,
                 MPI_Comm);
int MPI_Allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Allgatherv(const void*, int, MPI_Datatype, void*, const int[], const int[], MPI_Datatype,
                   MPI_Comm);
int MPI_Alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Alltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[],
                  const int[], MPI_Datatype, MPI_Comm);
int MPI_Alltoallw(const void*, const int[], const int[], const MPI_Datatype[], void*, const int[],
                  const int[], const MPI_Datatype[], MPI_Comm);
int MPI_Reduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
int MPI_Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter(const void*, void*, const int[], MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Reduce_scatter_block(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Scan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Exscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
int MPI_Neighbor_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_allgatherv(const void*, int, MPI_Datatype, void*, const int[], const int[],
                            MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoallv(const void*, const int[], const int[], MPI_Datatype, void*, const int[],
                           const int[], MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoallw(const void*, const int[], const MPI_Aint[], const MPI_Datatype[], void*,
                           const int[], const MPI_Aint[], const MPI_Datatype[], MPI_Comm);
int MPI_Finalize(void);
int MPI_Comm_free(MPI_Comm*);
int MPI_Type_free(MPI_Datatype*);
int MPI_Op_create(void (*)(void*, void*, int*, MPI_Datatype*), int, MPI_Op*);
