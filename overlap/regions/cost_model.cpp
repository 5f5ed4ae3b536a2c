// SPDX-License-Identifier: Apache-2.0
#include "regions/cost_model.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>

#include <algorithm>

namespace bamboo::overlap {

double CostModel::executions(const llvm::BasicBlock& block, const llvm::Loop* outside) {
  auto& function = *const_cast<llvm::Function*>(block.getParent());
  auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function);
  double times = 1;
  for (const llvm::Loop* loop = loops.getLoopFor(&block); loop != nullptr && loop != outside;
       loop = loop->getParentLoop()) {
    const unsigned trips = evolution.getSmallConstantTripCount(loop);
    times *= trips == 0 ? unknown_trips : trips;
  }
  return times;
}

double CostModel::of(llvm::Function& function) {
  if (function.isDeclaration()) return unknown_call_cycles;
  const auto [found, is_new] = known_.try_emplace(&function, unknown_call_cycles);  // for recursion
  if (!is_new) return found->second;
  double cycles = 0;
  for (llvm::BasicBlock& block : function) {
    double once = 0;
    for (const llvm::Instruction& instruction : block) once += of(instruction);
    cycles += once * executions(block, nullptr);
  }
  return known_[&function] = cycles;
}

double CostModel::of(const llvm::Instruction& instruction) {
  auto& function = *const_cast<llvm::Function*>(instruction.getFunction());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (llvm::Function* callee = call->getCalledFunction())
      if (!callee->isIntrinsic()) return of(*callee);
  auto& target = analyses_.getResult<llvm::TargetIRAnalysis>(function);
  const auto cost =
      target.getInstructionCost(&instruction, llvm::TargetTransformInfo::TCK_RecipThroughput);
  return cost.isValid() ? static_cast<double>(std::max<int64_t>(0, *cost.getValue())) : 1;
}

double CostModel::body(const llvm::Loop& loop) {
  double cycles = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    double once = 0;
    for (const llvm::Instruction& instruction : *block) once += of(instruction);
    cycles += once * executions(*block, &loop);
  }
  return cycles;
}

double CostModel::of(const Statement& statement, const llvm::Loop* inside) {
  double cycles = 0;
  for (const llvm::Instruction* instruction : statement.instructions()) {
    const bool once = !statement.is_region();
    cycles += of(*instruction) * (once ? 1 : executions(*instruction->getParent(), inside));
  }
  return cycles;
}

}  // namespace bamboo::overlap
