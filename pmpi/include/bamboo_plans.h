/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compiled communication by hand: a collective in two parts (CC-MPI, PPoPP'03). *Control* finds out
 * what is going to move and plans it; *data* moves it, as often as wanted, as long as counts, types
 * and the root stay the same. Buffers may be others each time.
 *
 *     Bamboo_Plan plan;
 *     Bamboo_Alltoallv_control1(counts, places, MPI_DOUBLE, counts, places, MPI_DOUBLE, comm,
 * &plan); for (step = 0; step < steps; ++step) Bamboo_Alltoallv_data(out, in, plan);
 *     Bamboo_Plan_free(&plan);
 *
 * Link with -lbamboo-plans-openmpi or -lbamboo-plans-mpich, in front of the MPI.
 *
 * All functions return MPI error codes; errors of the communication go to the communicator's error
 * handler. Control and data are collective over the communicator; one thread at a time may be in
 * them for one communicator. Arrays are copied; datatypes, operations and the communicator must
 * live as long as the plan. Where a plan is not possible (BAMBOO_PLANS=off, two groups, a process
 * alone), data is the MPI's own collective.
 */
#ifndef BAMBOO_PLANS_H
#define BAMBOO_PLANS_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Bamboo_Plan_s* Bamboo_Plan;
#define BAMBOO_PLAN_NULL ((Bamboo_Plan)0)

/* Irregular collectives: their messages go in phases in which they do not contend. The scheduler is
 * the best one, or the communicator's info key bamboo_plans_scheduler says which: best, greedy,
 * all_to_all_based, bottleneck_first. */

/** Level 1: gathers all processes' counts, then schedules the messages.
 *  The counts that are sent are needed also where data will be MPI_IN_PLACE: those received. */
int Bamboo_Alltoallv_control1(const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                              const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                              MPI_Comm comm, Bamboo_Plan* plan);
/** Level 2: every process knows `pattern[from * size + to]`, in bytes, the same on all of them: no
 *  communication but for the first plan on a communicator. A pattern in which a process finds other
 *  counts than its own ends the program. */
int Bamboo_Alltoallv_control2(const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                              const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                              const MPI_Count pattern[], MPI_Comm comm, Bamboo_Plan* plan);
/** Level 3. sendbuf may be MPI_IN_PLACE, on all processes. */
int Bamboo_Alltoallv_data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan);

/** Displacements in bytes, as in MPI_Alltoallw. Data: Bamboo_Data, as of all that follow. */
int Bamboo_Alltoallw_control1(const int sendcounts[], const int sdispls[],
                              const MPI_Datatype sendtypes[], const int recvcounts[],
                              const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                              Bamboo_Plan* plan);
int Bamboo_Alltoallw_control2(const int sendcounts[], const int sdispls[],
                              const MPI_Datatype sendtypes[], const int recvcounts[],
                              const int rdispls[], const MPI_Datatype recvtypes[],
                              const MPI_Count pattern[], MPI_Comm comm, Bamboo_Plan* plan);
/** The root's counts are all used; of other processes only the own count is. Here and in Scatterv
 * the pattern of
 *  level 2 is `pattern[rank]`: the bytes of each process's block, that of the root as well. */
int Bamboo_Gatherv_control1(int sendcount, MPI_Datatype sendtype, const int recvcounts[],
                            const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                            Bamboo_Plan* plan);
int Bamboo_Gatherv_control2(int sendcount, MPI_Datatype sendtype, const int recvcounts[],
                            const int displs[], MPI_Datatype recvtype, int root,
                            const MPI_Count pattern[], MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Scatterv_control1(const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                             Bamboo_Plan* plan);
int Bamboo_Scatterv_control2(const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                             int recvcount, MPI_Datatype recvtype, int root,
                             const MPI_Count pattern[], MPI_Comm comm, Bamboo_Plan* plan);
/** All processes know all counts anyway. Operands of a reduction are combined in the order of
 *  ranks, but bracketed otherwise than the MPI may do (BAMBOO_PLANS=same-bits: the MPI's own). */
int Bamboo_Allgatherv_control(int sendcount, MPI_Datatype sendtype, const int recvcounts[],
                              const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                              Bamboo_Plan* plan);
int Bamboo_Reduce_scatter_control(const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                                  MPI_Comm comm, Bamboo_Plan* plan);

/* The same split of regular collectives. */
int Bamboo_Barrier_control(MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Bcast_control(int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                         Bamboo_Plan* plan);
int Bamboo_Gather_control(int sendcount, MPI_Datatype sendtype, int recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Scatter_control(int sendcount, MPI_Datatype sendtype, int recvcount,
                           MPI_Datatype recvtype, int root, MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Allgather_control(int sendcount, MPI_Datatype sendtype, int recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Alltoall_control(int sendcount, MPI_Datatype sendtype, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, Bamboo_Plan* plan);
int Bamboo_Reduce_control(int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                          Bamboo_Plan* plan);
int Bamboo_Allreduce_control(int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                             Bamboo_Plan* plan);
int Bamboo_Scan_control(int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                        Bamboo_Plan* plan);
int Bamboo_Exscan_control(int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                          Bamboo_Plan* plan);
/** The data part of all. Bcast looks at recvbuf only, Barrier at none. MPI_IN_PLACE as in the MPI's own
 *  function; for the root of Scatter and Scatterv it is recvbuf. */
int Bamboo_Data(const void* sendbuf, void* recvbuf, Bamboo_Plan plan);

/** Level 3: phases that were computed beforehand, a file of 'bamboo plan make'. It then serves
 *  blocking calls on `comm` that have its operation, root and sizes: MPI's own, without a control
 *  part. The first process reads the file and verifies it. MPI_ERR_ARG: it has a fault, or
 *  is for another number of processes; a message says what. Ends with the communicator. Does nothing
 *  where no plans can serve: with BAMBOO_PLANS=off, on an inter-communicator, for one process. */
int Bamboo_Plan_load(const char file[], MPI_Comm comm);

/** Sets *plan to BAMBOO_PLAN_NULL. Local. */
int Bamboo_Plan_free(Bamboo_Plan* plan);

/* Persistent collectives of MPI 4.0, for an MPI that has them by no name or by another one (Open
 * MPI 4.1: MPIX_). They are planned when the request is made: all-to-alls and allgathers between
 * hosts, the others where rules or trials say so. */
#if MPI_VERSION < 4
int MPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request* request);
int MPI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                       MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request* request);
int MPI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                       const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                       const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                       MPI_Info info, MPI_Request* request);
int MPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request* request);
int MPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                   MPI_Info info, MPI_Request* request);
int MPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request* request);
int MPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request* request);
int MPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[],
                      MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request* request);
int MPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                            MPI_Request* request);
int MPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request* request);
#endif

/* One to many. `members`: ranks of comm, the root among them; only these call, all of them. */
typedef struct Bamboo_Group_s* Bamboo_Group;
#define BAMBOO_GROUP_NULL ((Bamboo_Group)0)
int Bamboo_Scatterv_open_group(const int members[], int count, int root, MPI_Comm comm,
                               Bamboo_Group* group);
/** As MPI_Scatterv; sendcounts and displs are in the order of `members`. All members give
 * sendcounts and sendtype, the same on all of them: one message is enough then, which the network
 * copies for all when the blocks are 64 KiB together or less and the group has multicast. */
int Bamboo_Scatterv_data_movement(const void* sendbuf, const int sendcounts[], const int displs[],
                                  MPI_Datatype sendtype, void* recvbuf, int recvcount,
                                  MPI_Datatype recvtype, Bamboo_Group group);
/** Whether the members, on several hosts, hear each other's multicasts: never, unless these are
 *  allowed (BAMBOO_PLANS_MULTICAST=on); with BAMBOO_PLANS_FORCE=scatterv:linear not in groups. The
 *  same on all. Local. */
int Bamboo_Scatterv_group_has_multicast(Bamboo_Group group, int* flag);
int Bamboo_Scatterv_close_group(Bamboo_Group* group);

#ifdef __cplusplus
}
#endif

#endif
