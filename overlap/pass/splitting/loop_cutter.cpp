// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/loop_cutter.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>

#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {

LoopCutter::LoopCutter(const LoopNest& nest, EarlyValues& early, llvm::ScalarEvolution& evolution,
                       const SplitFrame& frame)
    : early_(early), evolution_(evolution), frame_(frame) {
  for (unsigned i = 0; i < nest.loops.size(); ++i) {
    const NestLoop& loop = nest.loops[i];
    if (!loop.may_cut) continue;
    Cut& cut = cuts_.emplace_back(Cut{loop.loop, i});
    cut.count = count_of(loop);
    for (llvm::PHINode& phi : loop.loop->getHeader()->phis())
      cut.variables.push_back(variable(loop, phi, cut.count != nullptr));
  }
}

/// The number of iterations.
llvm::Value* LoopCutter::count_of(const NestLoop& loop) const {
  if (loop.is_assumed || !early_.can_compute_at_nest(loop.last)) return nullptr;
  const auto count = [](llvm::Value* last, llvm::Instruction* before) {
    llvm::IRBuilder<> builder(before);
    llvm::Value* wide = builder.CreateZExtOrTrunc(last, builder.getInt64Ty());
    return builder.CreateAdd(wide, builder.getInt64(1), "bamboo.count");
  };
  llvm::Value* late = count(early_.at_nest(loop.last), frame_.at_nest());
  early_.set(late, count(early_.at_head(loop.last), frame_.at_head()));
  return late;
}

LoopCutter::Variable LoopCutter::variable(const NestLoop& loop, llvm::PHINode& phi,
                                          bool has_count) const {
  const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
  const llvm::SCEV* step = recurrence->getStepRecurrence(evolution_);
  llvm::Value* late = early_.at_nest(step);
  llvm::Value* early = early_.at_head(step);
  if (!llvm::isa<llvm::Constant>(late)) early_.set(late, early);
  return {&phi, late,
          has_count && loop.reach == nullptr && !phi.getType()->isPointerTy() &&
              recurrence->hasNoSignedWrap() &&
              evolution_.isKnownNonNegative(recurrence->getStart()) &&
              evolution_.isKnownPositive(step)};
}

unsigned LoopCutter::cut(llvm::CallInst* plan) const {
  llvm::IRBuilder<> builder(frame_.entry->getTerminator());
  SplitCalls calls(builder);
  for (const Cut& cut : cuts_) {
    llvm::Value* first = calls.call(SplitCall::first, plan, cut.number);
    llvm::Value* end = calls.call(SplitCall::end, plan, cut.number);
    llvm::Value* limit = limit_of(cut, end);
    start_at(cut, first);
    end_at(cut, first, limit);
  }
  return cuts_.size();
}

llvm::Value* LoopCutter::limit_of(const Cut& cut, llvm::Value* end) {
  if (cut.count == nullptr) return end;
  llvm::IRBuilder<> builder(cut.loop->getLoopPreheader()->getTerminator());
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, end, cut.count);
}

/// Alias analysis may have concluded from signs that the nest does not touch memory before its
/// arrays. The flags keep that for the parts.
void LoopCutter::start_at(const Cut& cut, llvm::Value* first) {
  llvm::BasicBlock* preheader = cut.loop->getLoopPreheader();
  llvm::IRBuilder<> builder(preheader->getTerminator());
  for (const auto& [phi, step, no_wrap] : cut.variables) {
    llvm::Value* start = phi->getIncomingValueForBlock(preheader);
    llvm::Value* steps = builder.CreateZExtOrTrunc(first, step->getType());
    llvm::Value* skipped = builder.CreateMul(step, steps, "", false, no_wrap);
    phi->setIncomingValueForBlock(preheader,
                                  phi->getType()->isPointerTy()
                                      ? builder.CreatePtrAdd(start, skipped)
                                      : builder.CreateAdd(start, skipped, "", false, no_wrap));
  }
}

/// The loop keeps its own condition if the number of iterations is only assumed, or unknown before
/// the nest.
void LoopCutter::end_at(const Cut& cut, llvm::Value* first, llvm::Value* limit) {
  llvm::BasicBlock* header = cut.loop->getHeader();
  llvm::BasicBlock* latch = cut.loop->getLoopLatch();
  auto* branch = llvm::cast<llvm::BranchInst>(latch->getTerminator());
  llvm::IRBuilder<> at_header(header, header->begin());
  llvm::PHINode* counter = at_header.CreatePHI(at_header.getInt64Ty(), 2, "bamboo.iteration");
  llvm::IRBuilder<> builder(branch);
  llvm::Value* next = builder.CreateAdd(counter, builder.getInt64(1), "", true, true);
  counter->addIncoming(first, cut.loop->getLoopPreheader());
  counter->addIncoming(next, latch);
  const bool continues = branch->getSuccessor(0) == header;
  llvm::Value* condition =
      continues ? builder.CreateICmpULT(next, limit) : builder.CreateICmpUGE(next, limit);
  if (cut.count == nullptr)
    condition = continues ? builder.CreateAnd(branch->getCondition(), condition)
                          : builder.CreateOr(branch->getCondition(), condition);
  branch->setCondition(condition);
}

}  // namespace bamboo::overlap
