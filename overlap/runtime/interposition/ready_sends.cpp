// SPDX-License-Identifier: Apache-2.0
// Sends in ready mode are standard sends. The pass may start a send in front of a receive of the
// program, and a ready send of another process may rely on that receive being posted already. The
// standard allows to replace a ready send by a standard one (MPI 4.1, section 3.4).
//
// Fortran's bindings call the names with PMPI_. Processes of another program in the same job, which
// does not load this library, keep their ready sends.
#include <mpi.h>

#define SEND_PARAMETERS(Count) \
  const void *buffer, Count count, MPI_Datatype type, int destination, int tag, MPI_Comm comm

/// The functions with one prefix (MPI_, PMPI_) and suffix (_c: large counts).
#define READY_SENDS(prefix, suffix, Count)                                               \
  int prefix##Rsend##suffix(SEND_PARAMETERS(Count)) {                                    \
    return PMPI_Send##suffix(buffer, count, type, destination, tag, comm);               \
  }                                                                                      \
  int prefix##Irsend##suffix(SEND_PARAMETERS(Count), MPI_Request* request) {             \
    return PMPI_Isend##suffix(buffer, count, type, destination, tag, comm, request);     \
  }                                                                                      \
  int prefix##Rsend_init##suffix(SEND_PARAMETERS(Count), MPI_Request* request) {         \
    return PMPI_Send_init##suffix(buffer, count, type, destination, tag, comm, request); \
  }

extern "C" {

READY_SENDS(MPI_, , int)
READY_SENDS(PMPI_, , int)
#if MPI_VERSION >= 4
READY_SENDS(MPI_, _c, MPI_Count)
READY_SENDS(PMPI_, _c, MPI_Count)
#endif
}
