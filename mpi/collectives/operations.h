// SPDX-License-Identifier: Apache-2.0
// Each collective made ready from its MPI arguments, which are checked; the blocking and the
// nonblocking function only differ in how they run it.
#pragma once

#include <mpi.h>

#include <memory>

#include "collectives/collective.h"
#include "types/counts.h"

namespace bamboo::mpi {

using CollectiveRef = std::unique_ptr<Collective>;

/// Chooses the algorithm by the size of a block, plans (or finds the plan) and builds the
/// collective. For operations that no algorithm cuts into smaller parts than problem.count.
CollectiveRef make_collective(Communicator& comm, const plans::Problem& problem,
                              std::size_t block_bytes, Collective::Parts parts);
CollectiveRef make_collective(Communicator& comm, const plans::Selected& selected,
                              const plans::Problem& problem, Collective::Parts parts);
/// The algorithm for calls of this number of bytes (see plans::select()).
plans::Selected select(Communicator& comm, plans::Operation operation, std::size_t bytes);
/// Made by the first collective.
PlanCache& plan_cache(Communicator& comm);
/// An irregular operation's plan is made for this call only.
CollectiveRef make_irregular(Communicator& comm, const plans::Problem& problem,
                             Collective::Parts parts);
/// `operation` on `comm`, with blocks of one unit, or of none when a block has no bytes.
plans::Problem make_problem(plans::Operation operation, const Communicator& comm,
                            std::size_t block_bytes, int root = 0, bool in_place = false);

CollectiveRef barrier(Communicator& comm);
/// Broadcasts the data of the first of all parties, without a distinction of sides. `buffer`, of a
/// predefined type, changes during the task's own waits and tests.
CollectiveRef give_to_all(void* buffer, MPI_Count count, MPI_Datatype type, Communicator& comm);
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

CollectiveRef allgather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                        Communicator& comm);
CollectiveRef allgatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void* recvbuf, Counts recvcounts, Counts displs, MPI_Datatype recvtype,
                         Communicator& comm);

CollectiveRef alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       Communicator& comm);
CollectiveRef alltoallv(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        MPI_Datatype sendtype, void* recvbuf, Counts recvcounts, Counts rdispls,
                        MPI_Datatype recvtype, Communicator& comm);
CollectiveRef alltoallw(const void* sendbuf, Counts sendcounts, Counts sdispls,
                        const MPI_Datatype sendtypes[], void* recvbuf, Counts recvcounts,
                        Counts rdispls, const MPI_Datatype recvtypes[], Communicator& comm);

// These use the neighbours of the topology of `comm`.
CollectiveRef neighbor_allgather(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                 Communicator& comm);
CollectiveRef neighbor_allgatherv(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void* recvbuf, Counts recvcounts, Counts displs,
                                  MPI_Datatype recvtype, Communicator& comm);
CollectiveRef neighbor_alltoall(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                Communicator& comm);
CollectiveRef neighbor_alltoallv(const void* sendbuf, Counts sendcounts, Counts sdispls,
                                 MPI_Datatype sendtype, void* recvbuf, Counts recvcounts,
                                 Counts rdispls, MPI_Datatype recvtype, Communicator& comm);
CollectiveRef neighbor_alltoallw(const void* sendbuf, Counts sendcounts, const MPI_Aint sdispls[],
                                 const MPI_Datatype sendtypes[], void* recvbuf, Counts recvcounts,
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                 Communicator& comm);

CollectiveRef reduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, int root, Communicator& comm);
CollectiveRef allreduce(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                        MPI_Op op, Communicator& comm);
CollectiveRef scan(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                   MPI_Op op, Communicator& comm);
CollectiveRef exscan(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, Communicator& comm);
CollectiveRef reduce_scatter(const void* sendbuf, void* recvbuf, Counts recvcounts,
                             MPI_Datatype type, MPI_Op op, Communicator& comm);
CollectiveRef reduce_scatter_block(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                   MPI_Datatype type, MPI_Op op, Communicator& comm);

}  // namespace bamboo::mpi
