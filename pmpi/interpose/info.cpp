// SPDX-License-Identifier: Apache-2.0
// Info keys of a communicator.
#include <mpi.h>

#include "communicator/communicator.h"
#include "communicator/info_hints.h"
#include "configuration/hints.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

extern "C" {

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
  before_blocking();
  const int error = PMPI_Comm_set_info(comm, info);
  if (error == MPI_SUCCESS) take_hints(comm, info);
  return error;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info* info) {
  const int error = PMPI_Comm_get_info(comm, info);
  if (error != MPI_SUCCESS) return error;
  if (const Communicator* known = Communicator::find(comm))
    for (const auto& [key, value] : known->hints().said)
      PMPI_Info_set(*info, key.c_str(), value.c_str());
  return error;
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made) {
  before_blocking();
  const int error = PMPI_Comm_dup_with_info(comm, info, made);
  if (error != MPI_SUCCESS) return error;
  open_channel_early(*made);
  take_hints(*made, info);
  return error;
}

#if MPI_VERSION >= 4
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made, MPI_Request* request) {
  warn_of_hints_without_agreement(comm, info);
  return PMPI_Comm_idup_with_info(comm, info, made, request);
}
#endif
}
