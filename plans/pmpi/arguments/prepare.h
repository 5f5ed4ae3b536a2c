// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each collective made ready from its MPI arguments. Nothing is checked here that the MPI would
/// check: block_bytes() and the like say first whether the arguments make sense, and where they do
/// not the call goes to the MPI, whose error handler then speaks.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <optional>

#include "arguments/prepared_call.h"
#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// Packed bytes of so many elements; nothing when MPI would refuse the arguments.
std::optional<std::size_t> bytes_of(int count, MPI_Datatype type);
/// Of all blocks together; nothing as above.
std::optional<std::size_t> bytes_of(const int counts[], int blocks, MPI_Datatype type);
std::optional<std::size_t> bytes_of(const int counts[], int blocks, const MPI_Datatype types[]);
/// Of an alltoallw: MPICH takes a null type where the count is 0, Open MPI does not.
bool is_left_out(int count, MPI_Datatype type);
/// Whether the operation is defined on the type. The same on all processes.
bool can_reduce(MPI_Op op, MPI_Datatype type);
/// By MPI, so that it cannot be freed.
bool is_predefined(MPI_Op op);
/// Of a vector to be reduced; nothing as above.
std::optional<std::size_t> vector_bytes(int count, MPI_Datatype type, MPI_Op op);

/// Who asks: the communicator's rank and size, and the algorithm that is going to serve.
struct Asker {
  int rank, size;
  const Algorithm& algorithm;
};

Work barrier_work(const Asker& asker);
Work bcast_work(const Asker& asker, void* buffer, int count, MPI_Datatype type, int root);

Work gather_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                 void* recvbuf, int recvcount, MPI_Datatype recvtype, int root);
Work gatherv_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                  void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                  int root);
Work scatter_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                  void* recvbuf, int recvcount, MPI_Datatype recvtype, int root);
Work scatterv_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                   const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, int root);

Work allgather_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                    void* recvbuf, int recvcount, MPI_Datatype recvtype);
Work allgatherv_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                     void* recvbuf, const int recvcounts[], const int displs[],
                     MPI_Datatype recvtype);
Work alltoall_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype);
Work alltoallv_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                    const int sdispls[], MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int rdispls[], MPI_Datatype recvtype);
Work alltoallw_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                    const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
                    const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[]);

/// Reduce, allreduce, scan, exscan, by the algorithm's operation; root only means something for
/// reduce.
Work reduction_work(const Asker& asker, const void* sendbuf, void* recvbuf, int count,
                    MPI_Datatype type, MPI_Op op, int root);
Work reduce_scatter_work(const Asker& asker, const void* sendbuf, void* recvbuf,
                         const int recvcounts[], MPI_Datatype type, MPI_Op op);
Work reduce_scatter_block_work(const Asker& asker, const void* sendbuf, void* recvbuf,
                               int recvcount, MPI_Datatype type, MPI_Op op);

}  // namespace bamboo::plans::pmpi
