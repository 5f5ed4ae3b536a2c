// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduction.h"

#include "collectives/text_reductions.h"

namespace bamboo::mpi {

Collective::Reduction reduction(const MessagingTask& task, MPI_Op op, MPI_Datatype type) {
  Collective::Reduction out{operation_ref(op), &datatype(type), TypeHandle(type)};
  check_operation(*out.operation, *out.type);
  if (reduces_text(*out.operation, *out.type)) [[unlikely]]
    warn_of_text(task, name_of(op));
  return out;
}

}  // namespace bamboo::mpi
