// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/window.h"

namespace bamboo::overlap {

Statement in_window(const SeseRegions& statements, llvm::Instruction& first, const CallPair& pair) {
  for (const EarlyExit& fork : pair.early_exits)
    if (fork.branch == &first) return SeseRegions::edge(*first.getParent(), *fork.on);
  const Statement statement = statements.beginning_at(first);
  return statement.is_end() ? statements.path_out(*first.getParent()) : statement;
}

}  // namespace bamboo::overlap
