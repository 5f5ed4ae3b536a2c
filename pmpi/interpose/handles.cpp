// SPDX-License-Identifier: Apache-2.0
// The program frees what plans may still need.
#include <mpi.h>

#include "communicator/communicator.h"
#include "datatypes/handle_lifetime.h"
#include "requests/active_requests.h"

using namespace bamboo::plans::pmpi;

extern "C" {

int MPI_Op_free(MPI_Op* op) {
  if (!op || !defer_op_free(*op)) return PMPI_Op_free(op);
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int MPI_Type_free(MPI_Datatype* type) {
  if (!type || !defer_datatype_free(*type)) return PMPI_Type_free(type);
  *type = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm* comm) {
  before_blocking();
  if (comm != nullptr) verify_before_end(*comm);
  return PMPI_Comm_free(comm);
}
}
