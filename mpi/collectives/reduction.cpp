// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduction.h"

#include "collectives/undefined_reductions.h"

namespace bamboo::mpi {

Collective::Reduction reduction(const MessagingTask& task, MPI_Op op, MPI_Datatype type) {
  Collective::Reduction out{operation_ref(op), &datatype(type), TypeHandle(type)};
  check_operation(*out.operation, *out.type);
  tolerate_reduction(task, op, *out.operation, *out.type);
  return out;
}

}  // namespace bamboo::mpi
