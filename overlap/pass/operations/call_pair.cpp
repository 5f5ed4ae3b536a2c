// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/call_pair.h"

#include <llvm/ADT/STLExtras.h>

namespace bamboo::overlap {

llvm::SmallVector<llvm::CallInst*, 2> CallPair::completions() const {
  llvm::SmallVector<llvm::CallInst*, 2> all = {completion};
  for (const EarlyExit& fork : early_exits) llvm::append_range(all, fork.completions);
  return all;
}

}  // namespace bamboo::overlap
