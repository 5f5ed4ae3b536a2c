// SPDX-License-Identifier: Apache-2.0
// Sends in ready mode are standard sends. The pass may start a send in front of a receive of the
// program, and a ready send of another process may rely on that receive being posted already. The
// standard allows to replace a ready send by a standard one (MPI 4.1, section 3.4).
//
// Fortran's bindings call the names with PMPI_. Processes of another program in the same job, which
// does not load this library, keep their ready sends.
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

#if MPI_VERSION >= 4
int PMPI_Rsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                 MPI_Comm communicator) {
  return PMPI_Send_c(buffer, count, type, destination, tag, communicator);
}

int PMPI_Irsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                  MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Isend_c(buffer, count, type, destination, tag, communicator, request);
}

int PMPI_Rsend_init_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
                      int tag, MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Send_init_c(buffer, count, type, destination, tag, communicator, request);
}

int MPI_Rsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                MPI_Comm communicator) {
  return PMPI_Rsend_c(buffer, count, type, destination, tag, communicator);
}

int MPI_Irsend_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                 MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Irsend_c(buffer, count, type, destination, tag, communicator, request);
}

int MPI_Rsend_init_c(const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
                     int tag, MPI_Comm communicator, MPI_Request* request) {
  return PMPI_Rsend_init_c(buffer, count, type, destination, tag, communicator, request);
}
#endif
}
