// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/early_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {

void EarlyValues::recompute(const CoreHoist& hoist, PointsTo& points_to, SplitNest& split) {
  for (llvm::Instruction* late : hoist.recomputed) {
    llvm::Instruction* early = late->clone();
    early->insertBefore(frame_.at_head());
    early->dropDbgRecords();
    remap(*early);
    early_[late] = early;
    points_to.share(*early, *late);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(late);
        load != nullptr && hoist.kept.contains(load))
      report_kept(*load, *early, split);
  }
}

void EarlyValues::remap(llvm::Instruction& instruction) {
  llvm::RemapInstruction(&instruction, early_,
                         llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
}

void EarlyValues::report_kept(llvm::LoadInst& late, llvm::Instruction& early,
                              SplitNest& split) const {
  llvm::IRBuilder<> builder(frame_.at_head());
  const uint64_t bytes = late.getDataLayout().getTypeStoreSize(late.getType());
  split.kept.push_back(
      {&late, late.getPointerOperand(),
       SplitCalls(builder).kept(frame_.plan, llvm::getLoadStorePointerOperand(&early), bytes)});
}

const llvm::SCEV* EarlyValues::in_core(const llvm::SCEV* expression) const {
  llvm::ValueToSCEVMapTy early;
  for (const auto& [late, clone] : early_)
    if (evolution_.isSCEVable(late->getType()))
      early[late] = evolution_.getSCEV(const_cast<llvm::Value*>(&*clone));
  return llvm::SCEVParameterRewriter::rewrite(expression, evolution_, early);
}

/// An expander that leaves the nest unchanged: by default it may rename a value of an earlier loop,
/// also in the nest, and `early_` does not know the new name.
llvm::SCEVExpander EarlyValues::expander() const {
  constexpr bool preserves_lcssa = false;
  const llvm::DataLayout& layout = frame_.plan->getModule()->getDataLayout();
  return llvm::SCEVExpander(evolution_, layout, "bamboo", preserves_lcssa);
}

bool EarlyValues::can_compute(const LoopNest& nest) const {
  const auto can_early = [&](const llvm::SCEV* expression) {
    return can(in_core(expression), frame_.at_head());
  };
  if (!llvm::all_of(nest.expressions(), can_early)) return false;
  for (const NestLoop& loop : nest.loops) {
    if (!loop.may_cut) continue;
    for (llvm::PHINode& phi : loop.loop->getHeader()->phis()) {
      if (nest.results.own.contains(&phi)) continue;
      const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      const llvm::SCEV* step = recurrence->getStepRecurrence(evolution_);
      if (!can_early(step) || !can_compute_at_nest(step)) return false;
    }
  }
  return true;
}

bool EarlyValues::can_compute_at_nest(const llvm::SCEV* expression) const {
  return can(expression, frame_.at_nest());
}

llvm::Value* EarlyValues::at_head(const llvm::SCEV* expression) {
  const llvm::SCEV* early = in_core(expression);
  return expander().expandCodeFor(early, early->getType(), frame_.at_head());
}

llvm::Value* EarlyValues::at_nest(const llvm::SCEV* expression) {
  return expander().expandCodeFor(expression, expression->getType(), frame_.at_nest());
}

}  // namespace bamboo::overlap
