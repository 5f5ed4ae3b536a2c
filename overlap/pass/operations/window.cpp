// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/window.h"

namespace bamboo::overlap {

Statement in_window(const Statements& statements, llvm::Instruction& first, const Pair& pair) {
  for (const Fork& fork : pair.forks)
    if (fork.branch == &first) return Statements::way_on(*first.getParent(), *fork.on);
  const Statement statement = statements.beginning_at(first);
  return statement.is_end() ? statements.way_out(*first.getParent()) : statement;
}

}  // namespace bamboo::overlap
