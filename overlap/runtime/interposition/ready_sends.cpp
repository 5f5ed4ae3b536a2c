// SPDX-License-Identifier: Apache-2.0
// Sends in ready mode are standard sends. The pass may start a send in front of a receive of the
// program, and a ready send of another process may rely on that receive being posted already. The
// standard allows to replace a ready send by a standard one (MPI 4.1, section 3.4).
//
// Fortran's bindings call the names with PMPI_.
#include <mpi.h>

extern "C" {

int PMPI_Rsend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
               MPI_Comm communicator) {
  return PMPI_Send(buffer, count, type, destination, tag, communicator);
}

int PMPI_Irsend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
                MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Isend(buffer, count, type, destination, tag, communicator, request);
}

int PMPI_Rsend_init(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
                    MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Send_init(buffer, count, type, destination, tag, communicator, request);
}

int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm communicator) {
  return PMPI_Rsend(buffer, count, type, destination, tag, communicator);
}

int MPI_Irsend(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
               MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Irsend(buffer, count, type, destination, tag, communicator, request);
}

int MPI_Rsend_init(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
                   MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Rsend_init(buffer, count, type, destination, tag, communicator, request);
}
}
