// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/window_cost.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include "pass/completions/request_count.h"
#include "pass/operations/window.h"

namespace bamboo::overlap {
namespace {

void add_line(const llvm::Instruction& instruction, Window& window) {
  const llvm::DILocation* place = instruction.getDebugLoc().get();
  if (place == nullptr || place->getLine() == 0 || place->getInlinedAt() != nullptr) return;
  const unsigned line = place->getLine();
  window.first_line = window.first_line == 0 ? line : std::min(window.first_line, line);
  window.last_line = std::max(window.last_line, line);
}

Window between(llvm::Instruction& first, const llvm::Instruction& end, const CallPair& pair,
               const SeseRegions& statements, CostModel& cost) {
  Window window;
  const llvm::Loop* inside = statements.loops().getLoopFor(first.getParent());
  llvm::Instruction* next = &first;
  while (next != &end) {
    const Statement statement = in_window(statements, *next, pair);
    if (statement.is_end()) break;
    window.cycles += cost.of(statement, inside);
    for (const llvm::Instruction* instruction : statement.instructions())
      add_line(*instruction, window);
    next = SeseRegions::behind(statement);
  }
  return window;
}

}  // namespace

Window window_of(const CallPair& pair, const SeseRegions& statements, CostModel& cost) {
  return between(*pair.initiation->getNextNode(), *pair.completion, pair, statements, cost);
}

double cycles_between(llvm::Instruction& first, const llvm::Instruction& end, const CallPair& pair,
                      const SeseRegions& statements, CostModel& cost) {
  return between(first, end, pair, statements, cost).cycles;
}

double gain_of_completion(const CallPair& pair, const SeseRegions& statements, CostModel& cost) {
  if (!pair.early_exits.empty())
    return between(*pair.early_exits.front().on->getFirstInsertionPt(), *pair.completion, pair,
                   statements, cost)
        .cycles;
  const llvm::Instruction* end = pair.completion;
  if (pair.is_programs_own) end = request_count_of(*pair.completion).read;
  return between(*pair.conditional_exit.from, *end, pair, statements, cost).cycles;
}

double gain_of_hoist(const CallPair& pair, const HoistPath& way, const SeseRegions& statements,
                     CostModel& cost) {
  return between(*way.target, *way.outermost(), pair, statements, cost).cycles;
}

}  // namespace bamboo::overlap
