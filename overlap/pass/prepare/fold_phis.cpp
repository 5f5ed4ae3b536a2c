// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/fold_phis.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "pass/options/settings_attribute.h"

namespace bamboo::overlap {
namespace {

/// Returns the expression to which all values of the phi are equal, and which can be computed in
/// its place; null if there is none.
const llvm::BinaryOperator* common_expression(const llvm::PHINode& phi,
                                              const llvm::DominatorTree& dominators) {
  const auto* first = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(0));
  if (first == nullptr || !llvm::isSafeToSpeculativelyExecute(first)) return nullptr;
  const bool are_equal = llvm::all_of(phi.incoming_values(), [&](const llvm::Value* value) {
    const auto* other = llvm::dyn_cast<llvm::BinaryOperator>(value);
    return other != nullptr && other->isIdenticalToWhenDefined(first);
  });
  const bool is_known = llvm::all_of(first->operand_values(), [&](const llvm::Value* operand) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
    return instruction == nullptr ||
           (instruction != &phi &&
            dominators.properlyDominates(instruction->getParent(), phi.getParent()));
  });
  return are_equal && is_known ? first : nullptr;
}

bool fold_phis_of(llvm::Function& function, const llvm::DominatorTree& dominators) {
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis())) {
      const llvm::BinaryOperator* first = common_expression(phi, dominators);
      if (first == nullptr) continue;
      llvm::Instruction* merged = first->clone();
      merged->insertBefore(&*block.getFirstInsertionPt());
      for (const llvm::Value* value : phi.incoming_values()) merged->andIRFlags(value);
      phi.replaceAllUsesWith(merged);
      phi.eraseFromParent();
      changed = true;
    }
  return changed;
}

}  // namespace

bool fold_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
               const Settings& settings) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasOptNone() ||
        !settings_of(function, settings).split ||
        !fold_phis_of(function, analyses.getResult<llvm::DominatorTreeAnalysis>(function)))
      continue;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    changed = true;
  }
  return changed;
}

}  // namespace bamboo::overlap
