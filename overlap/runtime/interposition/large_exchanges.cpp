// SPDX-License-Identifier: Apache-2.0
// Open MPI's MPI_Sendrecv posts its receive and then sends. With large messages a late process
// answers its partner's announcement before it announces its own message, and the two directions of
// the exchange take turns (docs/explanation/windows.md, "Sends first"). This code starts the send
// first.
//
// Fortran's binding calls the name with PMPI_.
#include <dlfcn.h>
#include <mpi.h>

#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

/// True if a message of that size is announced, and its data follow the receiver's answer.
bool is_announced(int count, MPI_Datatype type, int peer) {
  if (count <= 0 || type == MPI_DATATYPE_NULL || peer == MPI_PROC_NULL) return false;
  int size = 0;
  PMPI_Type_size(type, &size);
  return size > 0 &&
         static_cast<uint64_t>(count) * static_cast<uint64_t>(size) > untouched_eager_bytes;
}

}  // namespace
}  // namespace bamboo::overlap

extern "C" {

int PMPI_Sendrecv(const void* sent, int send_count, MPI_Datatype send_type, int destination,
                  int send_tag, void* received, int receive_count, MPI_Datatype receive_type,
                  int source, int receive_tag, MPI_Comm communicator, MPI_Status* status) {
  using bamboo::overlap::is_announced;
  static auto* const exchange =
      reinterpret_cast<decltype(&PMPI_Sendrecv)>(::dlsym(RTLD_NEXT, "PMPI_Sendrecv"));
  if (!is_announced(send_count, send_type, destination) ||
      !is_announced(receive_count, receive_type, source))
    return exchange(sent, send_count, send_type, destination, send_tag, received, receive_count,
                    receive_type, source, receive_tag, communicator, status);
  MPI_Request request = MPI_REQUEST_NULL;
  const int sends =
      PMPI_Isend(sent, send_count, send_type, destination, send_tag, communicator, &request);
  if (sends != MPI_SUCCESS) return sends;
  const int receives =
      PMPI_Recv(received, receive_count, receive_type, source, receive_tag, communicator, status);
  const int completes = PMPI_Wait(&request, MPI_STATUS_IGNORE);
  return receives != MPI_SUCCESS ? receives : completes;
}

int MPI_Sendrecv(const void* sent, int send_count, MPI_Datatype send_type, int destination,
                 int send_tag, void* received, int receive_count, MPI_Datatype receive_type,
                 int source, int receive_tag, MPI_Comm communicator, MPI_Status* status) {
  return PMPI_Sendrecv(sent, send_count, send_type, destination, send_tag, received, receive_count,
                       receive_type, source, receive_tag, communicator, status);
}
}
