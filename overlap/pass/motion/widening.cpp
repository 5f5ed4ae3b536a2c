// SPDX-License-Identifier: Apache-2.0
#include "pass/motion/widening.h"

#include <llvm/ADT/STLExtras.h>

#include "pass/completions/early_exits.h"
#include "pass/completions/null_request.h"
#include "pass/completions/request_count.h"
#include "pass/motion/code_motion.h"
#include "pass/motion/window_cost.h"
#include "pass/operations/conversion_remarks.h"

namespace bamboo::overlap {
namespace {

bool is_worth_it(const FunctionContext& context, double cycles) {
  return context.settings.always || CostModel::pays(cycles);
}

/// Moves a completion down. The other paths of forks get completions before nests are split,
/// because copies of completions prevent that.
void sink(CallPair& pair, const CodeMotion& motion, llvm::ArrayRef<CallPair*> all,
          FunctionContext& context) {
  llvm::Instruction* origin = pair.completion->getNextNode();
  llvm::Instruction* above = pair.completion->getPrevNode();
  llvm::BasicBlock* block = pair.completion->getParent();
  motion.sink(pair, all);
  if (pair.is_programs_own)
    pair.window.cycles =
        cycles_between(above == nullptr ? *block->getFirstNonPHIOrDbg() : *above->getNextNode(),
                       *pair.completion, pair, context.statements(), context.cost);
  if (!pair.early_exits.empty()) {
    if (is_worth_it(context, gain_of_completion(pair, context.statements(), context.cost)))
      complete_on_exits(pair, context.dominators(), context.post_dominators(), context.loops());
    else
      withdraw_from_exits(pair);
  }
  if (pair.conditional_exit.from == nullptr) return;
  if (pair.is_programs_own)
    make_count_conditional(pair, *origin, context.points_to);
  else
    store_null_request(pair, context.points_to);
}

/// Moves an initiation up. It rises out of conditionals before nests are split, and stays there.
void hoist(CallPair& pair, const CodeMotion& motion, llvm::ArrayRef<CallPair*> moving,
           llvm::ArrayRef<CallPair*> all, FunctionContext& context) {
  const llvm::Instruction* below = pair.initiation->getNextNode();
  motion.hoist(pair, moving);
  if (pair.is_programs_own)
    pair.window.cycles = cycles_between(*pair.initiation->getNextNode(), *below, pair,
                                        context.statements(), context.cost);
  const auto way = motion.hoist_path(pair, moving);
  if (way && is_worth_it(context, gain_of_hoist(pair, *way, context.statements(), context.cost)))
    hoist_guarded(pair, *way, all, context.dominators(), context.post_dominators(), context.loops(),
                  context.points_to);
}

}  // namespace

/// The last completion moves first, and so does the first initiation, so that no half blocks
/// another one.
void widen_windows(FunctionContext& context, FunctionOperations& operations) {
  const SeseRegions statements = context.statements();
  const Dependence dependence = context.dependence();
  const Legality legality(statements, dependence, context.summaries, context.evolution(),
                          context.settings);
  const CodeMotion motion(statements, legality);
  llvm::SmallVector<CallPair*, 16> moving = operations.in_program_order(&CallPair::completion);
  const size_t completions = moving.size();
  for (CallPair* pair : operations.in_program_order(&CallPair::initiation))
    if (pair->completion == nullptr) moving.push_back(pair);
  for (CallPair* pair : llvm::reverse(llvm::ArrayRef(moving).take_front(completions)))
    sink(*pair, motion, moving, context);
  for (CallPair* pair : operations.in_program_order(&CallPair::initiation))
    hoist(*pair, motion, moving, operations.all(), context);
  for (CallPair* pair : moving)
    if (pair->is_programs_own && pair->conditional_exit.from != nullptr) sink_count_load(*pair);
  for (const Half& half : operations.halves())
    if (half.pair->conditional_exit.from == nullptr)
      remark_moved(*half.pair, half.name, context.emitter);
}

}  // namespace bamboo::overlap
