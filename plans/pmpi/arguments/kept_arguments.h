// SPDX-License-Identifier: Apache-2.0
/// \file
/// The arguments of collectives behind requests, kept: the program may change its arrays and free
/// its datatypes when the call has returned. The arguments must be plausible.
#pragma once

#include <mpi.h>

#include "dispatch/request_plan.h"

namespace bamboo::plans::pmpi {

WorkFor keep_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                      int recvcount, MPI_Datatype recvtype);
WorkFor keep_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                       int recvcount, MPI_Datatype recvtype);
WorkFor keep_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        int size);
/// Of operations with a root, as the process of that rank sees them: the root's side is not looked
/// at elsewhere.
WorkFor keep_gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, int rank);
WorkFor keep_scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, int rank);
WorkFor keep_gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const SideOfExchange& received, int root, int rank, int size);
WorkFor keep_scatterv(const void* sendbuf, const SideOfExchange& sent, void* recvbuf, int recvcount,
                      MPI_Datatype recvtype, int root, int rank, int size);
/// Of alltoallv where the sides have one type, else of alltoallw.
WorkFor keep_exchange(const void* sendbuf, const SideOfExchange& sent, void* recvbuf,
                      const SideOfExchange& received, int size);

WorkFor keep_bcast(void* buffer, int count, MPI_Datatype type, int root);
/// Of vectors: reduce, allreduce, scan, exscan. The root only means something for reduce.
WorkFor keep_reduction(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       int root = 0);
WorkFor keep_reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                            MPI_Datatype type, MPI_Op op, int size);
WorkFor keep_reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                                  MPI_Datatype type, MPI_Op op);

}  // namespace bamboo::plans::pmpi
