/* SPDX-License-Identifier: Apache-2.0 */
/* The functions with control parts that programs are linked with: without plans they are the
 * MPI's own. */
#include <bamboo_controls.h>

const int bamboo_has_controls = 1;

int Bamboo_Alltoallv_controlled(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                uint64_t* control) {
  (void)control;
  return MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                       recvtype, comm);
}
