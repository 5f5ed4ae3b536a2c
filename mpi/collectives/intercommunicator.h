// SPDX-License-Identifier: Apache-2.0
// Collectives of inter-communicators, with the arguments of collectives/operations.h: what one
// group has goes to the other. Barrier, alltoallv and alltoallw need no form of their own.
#pragma once

#include "collectives/operations.h"

namespace bamboo::mpi::inter {

// One rank of one group passes MPI_ROOT, the others of that group MPI_PROC_NULL, those of the other
// group the root's number.
CollectiveRef bcast(void* buffer, MPI_Count count, MPI_Datatype type, int root, Communicator& comm);
CollectiveRef gather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, Communicator& comm);
CollectiveRef gatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                      int root, Communicator& comm);
CollectiveRef scatter(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      Communicator& comm);
CollectiveRef scatterv(const void* sendbuf, Counts sendcounts, Counts displs, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       Communicator& comm);
CollectiveRef reduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, int root, Communicator& comm);

CollectiveRef allgather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                        Communicator& comm);
CollectiveRef allgatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                         Communicator& comm);
CollectiveRef alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       Communicator& comm);
CollectiveRef allreduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, Communicator& comm);
CollectiveRef reduce_scatter(const void* sendbuf, void* recvbuf, Counts recvcounts,
                             MPI_Datatype type, MPI_Op op, Communicator& comm);

/// The role of the rank in a rooted operation.
enum class Role { Root, Leaf, Idle };
/// Throws MpiError(MPI_ERR_ROOT).
Role role_in(const Communicator& comm, int root);
/// Throws MpiError(MPI_ERR_BUFFER) for MPI_IN_PLACE.
void refuse_in_place(const void* buffer, const char* name);

}  // namespace bamboo::mpi::inter
