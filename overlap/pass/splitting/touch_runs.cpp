// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/touch_runs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <array>

#include "effects/library_functions.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

class TouchJoiner {
 public:
  TouchJoiner(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        expander_(evolution_, function.getDataLayout(), "bamboo.run") {}

  void join(llvm::CallInst& touch) {
    const llvm::Loop* loop = loops_.getLoopFor(touch.getParent());
    if (loop == nullptr || !only_touches(*loop) || !is_in_each_iteration(touch, *loop)) return;
    const auto* address =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(touch.getArgOperand(2)));
    const llvm::SCEV* last = evolution_.getBackedgeTakenCount(loop);
    if (address == nullptr || address->getLoop() != loop || !address->isAffine() ||
        llvm::isa<llvm::SCEVCouldNotCompute>(last) ||
        !loop->isLoopInvariant(touch.getArgOperand(3)))
      return;
    llvm::Instruction* before = loop->getLoopPreheader()->getTerminator();
    const llvm::SCEV* first = address->getStart();
    const llvm::SCEV* stride = address->getStepRecurrence(evolution_);
    if (!llvm::all_of(std::array{first, stride, last}, [&](const llvm::SCEV* one) {
          return expander_.isSafeToExpandAt(one, before);
        }))
      return;
    llvm::IRBuilder<> builder(before);
    const auto number = [&](const llvm::SCEV* one) {
      return builder.CreateZExtOrTrunc(expander_.expandCodeFor(one, one->getType(), before),
                                       builder.getInt64Ty());
    };
    SplitCalls(builder).call(SplitCall::touch_run, touch.getArgOperand(0), touch.getArgOperand(1),
                             number(first), touch.getArgOperand(3), number(stride),
                             builder.CreateAdd(number(last), builder.getInt64(1)),
                             touch.getArgOperand(4));
    touch.eraseFromParent();
  }

 private:
  /// The order of all other reports must not change.
  static bool only_touches(const llvm::Loop& loop) {
    return loop.isInnermost() && loop.getLoopPreheader() != nullptr &&
           llvm::all_of(loop.blocks(), [](const llvm::BasicBlock* block) {
             return llvm::all_of(*block, [](const llvm::Instruction& one) {
               const auto own = split_call(&one);
               return !own || own == SplitCall::touch;
             });
           });
  }

  bool is_in_each_iteration(const llvm::CallInst& touch, const llvm::Loop& loop) const {
    const llvm::BasicBlock* exiting = loop.getExitingBlock();
    return exiting != nullptr && exiting == loop.getLoopLatch() &&
           dominators_.dominates(touch.getParent(), exiting);
  }

  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;
};

}  // namespace

void join_touches(SplitNest& split, llvm::FunctionAnalysisManager& analyses) {
  llvm::Function& function = *split.plan->getFunction();
  TouchJoiner joiner(function, analyses);
  for (const InspectedAccess& one : split.looked_at)
    if (calls(one.call, SplitCall::touch)) joiner.join(*one.call);
  split.looked_at.clear();
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
}

}  // namespace bamboo::overlap
