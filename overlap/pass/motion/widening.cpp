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
  return context.settings.always || Cost::pays(cycles);
}

/// Moves a completion down. The other ways of forks get completions before nests are split, because
/// copies of completions are in the way of that.
void sink(Pair& pair, const Motion& motion, llvm::ArrayRef<Pair*> all, FunctionContext& context) {
  llvm::Instruction* stood = pair.completion->getNextNode();
  motion.sink(pair, all);
  if (!pair.forks.empty()) {
    if (is_worth_it(context, gain_of_completion(pair, context.statements(), context.cost)))
      complete_on_other_ways(pair, context.dominators(), context.post_dominators(),
                             context.loops());
    else
      take_back(pair);
  }
  if (pair.way_out.from == nullptr) return;
  if (pair.is_existing)
    wait_for_none(pair, *stood, context.points_to);
  else
    start_nothing(pair, context.points_to);
}

/// Moves an initiation up. It rises out of conditionals before nests are split, and stays there.
void hoist(Pair& pair, const Motion& motion, llvm::ArrayRef<Pair*> moving,
           llvm::ArrayRef<Pair*> all, FunctionContext& context) {
  motion.hoist(pair, moving);
  const auto way = motion.way_up(pair, moving);
  if (way && is_worth_it(context, gain_of_hoist(pair, *way, context.statements(), context.cost)))
    raise(pair, *way, all, context.dominators(), context.post_dominators(), context.loops(),
          context.points_to);
}

}  // namespace

/// The last completion goes first, and the first initiation: none is in another one's way.
void widen_windows(FunctionContext& context, FunctionOperations& operations) {
  const Statements statements = context.statements();
  const Dependence dependence = context.dependence();
  const Settings& settings = context.settings;
  const Motion motion(statements, dependence, context.summaries, context.evolution(),
                      settings.level, settings.no_wildcards, settings.conditionals);
  llvm::SmallVector<Pair*, 16> moving = operations.in_program_order(&Pair::completion);
  const size_t completions = moving.size();
  for (Pair* pair : operations.in_program_order(&Pair::initiation))
    if (pair->completion == nullptr) moving.push_back(pair);
  for (Pair* pair : llvm::reverse(llvm::ArrayRef(moving).take_front(completions)))
    sink(*pair, motion, moving, context);
  for (Pair* pair : operations.in_program_order(&Pair::initiation))
    hoist(*pair, motion, moving, operations.all(), context);
  for (Pair* pair : moving)
    if (pair->is_existing && pair->way_out.from != nullptr) read_count_late(*pair);
  for (const Half& half : operations.halves())
    if (half.pair->way_out.from == nullptr) remark_moved(*half.pair, half.name, context.emitter);
}

}  // namespace bamboo::overlap
