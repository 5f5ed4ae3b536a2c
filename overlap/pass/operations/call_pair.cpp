// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/call_pair.h"

#include <llvm/ADT/STLExtras.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {

bool CallPair::has_fortran_handles() const {
  return is_fortran(initiation != nullptr ? *initiation : *completion);
}

llvm::SmallVector<llvm::CallInst*, 2> CallPair::completions() const {
  llvm::SmallVector<llvm::CallInst*, 2> all = {completion};
  for (const EarlyExit& fork : early_exits) llvm::append_range(all, fork.completions);
  return all;
}

}  // namespace bamboo::overlap
