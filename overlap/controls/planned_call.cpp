// SPDX-License-Identifier: Apache-2.0
#include "controls/planned_call.h"

#include <llvm/ADT/STLExtras.h>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

// Displacements are local to this process; the plan does not depend on them.
constexpr PlannedCall planned_calls[] = {
#define PLANNED_CALL(name, arguments) {name, arguments},
#include "mpi_calls/functions.inc"
};

}  // namespace

const PlannedCall* planned_call(const llvm::CallBase& call) {
  const Operation* operation = blocking_operation(call);
  if (operation == nullptr) return nullptr;
  const auto* found = llvm::find_if(
      planned_calls, [&](const PlannedCall& one) { return one.name == operation->name; });
  return found == std::end(planned_calls) ? nullptr : found;
}

}  // namespace bamboo::overlap
