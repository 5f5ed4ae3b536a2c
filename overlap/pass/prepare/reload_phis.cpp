// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/reload_phis.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "mpi_calls/call_mark.h"
#include "pass/options/settings_attribute.h"

namespace bamboo::overlap {
namespace {

class PhiReloader {
 public:
  PhiReloader(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        aliases_(analyses.getResult<llvm::AAManager>(function)) {}

  bool run() {
    bool changed = false;
    for (llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (loop->isInnermost() || loop->getLoopPredecessor() == nullptr ||
          loop->getLoopLatch() == nullptr)
        continue;
      for (llvm::PHINode& phi : llvm::make_early_inc_range(loop->getHeader()->phis()))
        changed |= reload(phi, *loop);
    }
    return changed;
  }

 private:
  bool reload(llvm::PHINode& phi, const llvm::Loop& loop) {
    llvm::BasicBlock* before = loop.getLoopPredecessor();
    auto* first = llvm::dyn_cast<llvm::LoadInst>(phi.getIncomingValueForBlock(before));
    auto* next = llvm::dyn_cast<llvm::LoadInst>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (first == nullptr || next == nullptr || !first->isSimple() || !next->isSimple() ||
        first->getParent() != before || !loop.contains(next))
      return false;
    const auto* address =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(next->getPointerOperand()));
    if (address == nullptr || address->getLoop() != &loop || !address->isAffine()) return false;
    const llvm::SCEV* step = address->getStepRecurrence(evolution_);
    const llvm::SCEV* start = evolution_.getSCEV(first->getPointerOperand());
    if (evolution_.getAddExpr(start, step) != address->getStart() || !is_unchanged(*first, loop) ||
        !is_unchanged(*next, loop))
      return false;
    llvm::SCEVExpander expander(evolution_, phi.getDataLayout(), "bamboo", false);
    const llvm::SCEV* own = evolution_.getAddRecExpr(start, step, &loop, llvm::SCEV::FlagAnyWrap);
    const auto place = loop.getHeader()->getFirstInsertionPt();
    if (!expander.isSafeToExpandAt(own, &*place)) return false;
    llvm::Value* pointer = expander.expandCodeFor(own, next->getPointerOperandType(), place);
    auto* again =
        new llvm::LoadInst(phi.getType(), pointer, "bamboo.again", false, next->getAlign(), place);
    again->setAAMetadata(next->getAAMetadata());
    again->setDebugLoc(next->getDebugLoc());
    evolution_.forgetValue(&phi);
    phi.replaceAllUsesWith(again);
    phi.eraseFromParent();
    if (first->use_empty()) first->eraseFromParent();
    return true;
  }

  /// The memory of the load is not written after it in its block, nor in the loop.
  bool is_unchanged(const llvm::LoadInst& load, const llvm::Loop& loop) {
    const auto everywhere =
        llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata());
    const auto writes = [&](const llvm::Instruction& instruction) {
      return instruction.mayWriteToMemory() &&
             llvm::isModSet(aliases_.getModRefInfo(&instruction, everywhere));
    };
    for (const llvm::Instruction* i = &load; i != nullptr && !loop.contains(&load);
         i = i->getNextNode())
      if (writes(*i)) return false;
    return llvm::none_of(
        loop.blocks(), [&](const llvm::BasicBlock* block) { return llvm::any_of(*block, writes); });
  }

  llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  llvm::AAResults& aliases_;
};

}  // namespace

bool reload_phis(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                 const Settings& settings) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasOptNone() ||
        !settings_of(function, settings).split || !has_calls_of_mpi(function) ||
        !PhiReloader(function, analyses).run())
      continue;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    changed = true;
  }
  return changed;
}

}  // namespace bamboo::overlap
