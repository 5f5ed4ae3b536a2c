// SPDX-License-Identifier: Apache-2.0
#include "collectives/undefined_reductions.h"
#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "types/operation.h"

using namespace bamboo::mpi;

int MPI_Op_create(MPI_User_function* function, int commute, MPI_Op* op) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(reinterpret_cast<const void*>(function), "user_fn");
    check_pointer(op, "op");
    *op = new_operation({MPI_OP_NULL, function, commute != 0});
  });
}

int MPI_Op_create_c(MPI_User_function_c* function, int commute, MPI_Op* op) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(reinterpret_cast<const void*>(function), "user_fn");
    check_pointer(op, "op");
    *op = new_operation({MPI_OP_NULL, nullptr, commute != 0, function});
  });
}

int MPI_Op_free(MPI_Op* op) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(op, "op");
    if (operation_ref(*op)->is_predefined())
      fail(MPI_ERR_OP, "op is predefined: it cannot be freed");
    free_operation(*op);
    *op = MPI_OP_NULL;
  });
}

int MPI_Op_commutative(MPI_Op op, int* commute) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(commute, "commute");
    *commute = operation_ref(op)->commutative;
  });
}

void body::reduce_local(Rank& rank, const void* inbuf, void* inoutbuf, MPI_Count count,
                        MPI_Datatype type, MPI_Op op) {
  check_count(count);
  const Datatype& object = datatype(type);
  const OperationRef operation = operation_ref(op);
  check_operation(*operation, object);
  tolerate_reduction(rank, op, *operation, object);
  if (inbuf == MPI_IN_PLACE || inoutbuf == MPI_IN_PLACE)
    fail(MPI_ERR_BUFFER, "MPI_IN_PLACE is not for MPI_Reduce_local");
  if (count && (!inbuf || !inoutbuf))
    fail(MPI_ERR_BUFFER, "a buffer is a null pointer, count is %ld", count);
  if (count && inbuf == inoutbuf) fail(MPI_ERR_BUFFER, "inbuf and inoutbuf are the same memory");
  apply(*operation, inbuf, inoutbuf, static_cast<std::size_t>(count), object, type);
}
