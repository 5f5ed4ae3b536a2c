// SPDX-License-Identifier: Apache-2.0
// The arguments of reductions behind requests.
#include <vector>

#include "arguments/kept_arguments.h"
#include "datatypes/handle_lifetime.h"

namespace bamboo::plans::pmpi {
namespace {

/// The user's function is called with the handles that the program has given.
struct Operands {
  MPI_Datatype type;
  MPI_Op op;
  std::shared_ptr<const void> type_lives = hold_type(type), op_lives = hold_operation(op);
};

}  // namespace

WorkFor keep_reduction(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       int root) {
  return [=, kept = Operands{type, op}](const Asker& asker) {
    return reduction_work(asker, sendbuf, recvbuf, count, kept.type, kept.op, root);
  };
}

WorkFor keep_reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                            MPI_Datatype type, MPI_Op op, int size) {
  return [=, counts = std::vector<int>(recvcounts, recvcounts + size),
          kept = Operands{type, op}](const Asker& asker) {
    return reduce_scatter_work(asker, sendbuf, recvbuf, counts.data(), kept.type, kept.op);
  };
}

WorkFor keep_reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                                  MPI_Datatype type, MPI_Op op) {
  return [=, kept = Operands{type, op}](const Asker& asker) {
    return reduce_scatter_block_work(asker, sendbuf, recvbuf, recvcount, kept.type, kept.op);
  };
}

}  // namespace bamboo::plans::pmpi
