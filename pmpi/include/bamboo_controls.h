/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Collectives that keep their control part, as `bamboocc --bamboo-plans-controls` calls them
 * (CC-MPI, PPoPP'03, Fig. 1).
 *
 *     uint64_t control = 0;                       // nothing is planned
 *     for (step = 0; step < steps; ++step)
 *       Bamboo_Scatterv_controlled(…, &control);  // the first one plans, all others move data
 *     Bamboo_Control_close(&control);             // what was planned is dropped
 *
 * The caller sets `*control` to zero before a call whose counts, types, root, operation or
 * communicator may be others than in the call with that control before; displacements and buffers
 * may always be. A control that is never closed is no fault: what is planned goes with the
 * communicator. Else the functions do what the MPI's own do, which they also match: another process
 * may call MPI_Scatterv, or come with another control.
 *
 * With libbamboo-controls-openmpi or -mpich alone they are the MPI's own. The libraries that
 * `bamboo run --plans` loads in front have their own.
 */
#ifndef BAMBOO_CONTROLS_H
#define BAMBOO_CONTROLS_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int Bamboo_Gatherv_controlled(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                              void* recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, int root, MPI_Comm comm, uint64_t* control);
int Bamboo_Scatterv_controlled(const void* sendbuf, const int sendcounts[], const int displs[],
                               MPI_Datatype sendtype, void* recvbuf, int recvcount,
                               MPI_Datatype recvtype, int root, MPI_Comm comm, uint64_t* control);
int Bamboo_Allgatherv_controlled(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void* recvbuf, const int recvcounts[], const int displs[],
                                 MPI_Datatype recvtype, MPI_Comm comm, uint64_t* control);
int Bamboo_Alltoallv_controlled(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                uint64_t* control);
int Bamboo_Alltoallw_controlled(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                const MPI_Datatype sendtypes[], void* recvbuf,
                                const int recvcounts[], const int rdispls[],
                                const MPI_Datatype recvtypes[], MPI_Comm comm, uint64_t* control);
int Bamboo_Reduce_scatter_controlled(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                     uint64_t* control);

/** The value of a closed control. It may be set to zero, and is open again. */
#define BAMBOO_CONTROL_CLOSED UINT64_MAX

/**
 * Drops what was planned, if anything was, on this process: no other one takes part, and the
 * communicator may be gone. To close a control that is closed, or to call a function with one, ends
 * the program with a message.
 */
int Bamboo_Control_close(uint64_t* control);

/** There in programs that are linked with libbamboo-controls. */
extern const int bamboo_has_controls;

#ifdef __cplusplus
}
#endif

#endif
