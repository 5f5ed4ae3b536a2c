// SPDX-License-Identifier: Apache-2.0
#include "controls/planned_call.h"

#include <llvm/ADT/STLExtras.h>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

// Displacements are local to this process; the plan does not depend on them.
constexpr PlannedCall kCalls[] = {
    {"MPI_Gatherv", "-nv-c-vnv"},   {"MPI_Scatterv", "-c-v-nvnv"},
    {"MPI_Allgatherv", "-nv-c-vv"}, {"MPI_Alltoallv", "-c-v-c-vv"},
    {"MPI_Alltoallw", "-c-h-c-hv"}, {"MPI_Reduce_scatter", "--cvvv"},
};

}  // namespace

const PlannedCall* planned_call(const llvm::CallBase& call) {
  const Operation* operation = blocking_operation(call);
  if (operation == nullptr) return nullptr;
  const auto* found =
      llvm::find_if(kCalls, [&](const PlannedCall& one) { return one.name == operation->name; });
  return found == std::end(kCalls) ? nullptr : found;
}

}  // namespace bamboo::overlap
