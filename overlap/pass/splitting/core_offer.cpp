// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/core_offer.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/operations/pending_messages.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

/// Returns all blocks of the core, including those that find its rows. The entry comes first.
llvm::SmallVector<llvm::BasicBlock*, 16> blocks_of_core(const SplitNest& split) {
  const auto* decides = split.core->getParent()->getTerminator();
  llvm::SmallSetVector<llvm::BasicBlock*, 16> blocks;
  blocks.insert(decides->getSuccessor(0));
  for (size_t i = 0; i < blocks.size(); ++i)
    for (llvm::BasicBlock* next : llvm::successors(blocks[i]))
      if (next != decides->getSuccessor(1)) blocks.insert(next);
  return llvm::SmallVector<llvm::BasicBlock*, 16>(blocks.getArrayRef());
}

/// The function gets the values that the core uses in a variable.
llvm::Function* extract(const SplitNest& split) {
  llvm::Function& function = *split.plan->getFunction();
  const llvm::CodeExtractorAnalysisCache cache(function);
  constexpr bool in_one_variable = true, allows_varargs = false, allows_allocas = false;
  llvm::CodeExtractor extractor(blocks_of_core(split), nullptr, in_one_variable, nullptr, nullptr,
                                nullptr, allows_varargs, allows_allocas, &function.getEntryBlock(),
                                "bamboo.core");
  return extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
}

void report_none(SplitNest& split) {
  for (const ReportedStage& stage : split.stages) stage.call->eraseFromParent();
  split.stages.clear();
}

/// The completions on all ways from the core to the rest.
llvm::SmallVector<llvm::CallInst*, 8> completions_passed(const SplitNest& split,
                                                         const FailureWays& failures) {
  llvm::SmallVector<llvm::CallInst*, 8> found;
  llvm::SmallSetVector<llvm::BasicBlock*, 32> blocks;
  blocks.insert(split.core->getParent());
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (llvm::Instruction& instruction : *blocks[i])
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && waited_for(*call))
        found.push_back(call);
    for (llvm::BasicBlock* next : successors_without(failures, *blocks[i]))
      if (next != split.rest->getParent()) blocks.insert(next);
  }
  return found;
}

/// The library counts the completions at which pieces run, and the inspection counts the
/// completions that it reports. Both must be the same completions. A completion that was inserted
/// later, for a message that another operation may touch, runs no pieces, because the message's own
/// completion follows. If a reported completion is not passed, none is reported, and the core
/// begins in front of all of them.
void leave_reported(llvm::SmallVectorImpl<llvm::CallInst*>& passed, SplitNest& split) {
  if (split.stages.empty()) return;
  llvm::SmallPtrSet<const llvm::CallInst*, 8> reported;
  for (const ReportedStage& stage : split.stages) reported.insert(stage.completion);
  const auto others = llvm::partition(
      passed, [&](const llvm::CallInst* completion) { return reported.contains(completion); });
  if (static_cast<size_t>(others - passed.begin()) == reported.size())
    passed.erase(others, passed.end());
  else
    report_none(split);
}

/// In Fortran the count is in memory, and requests are numbers.
void insert_pieces(llvm::IRBuilder<>& builder, llvm::Value& plan, const Completion& waits) {
  const bool is_fortran = waits.error != nullptr;
  llvm::Value* count = const_cast<llvm::Value*>(waits.count);
  if (count == nullptr && is_fortran)
    count = llvm::ConstantPointerNull::get(builder.getPtrTy());
  else if (count == nullptr)
    count = builder.getInt32(1);
  SplitCalls(builder).call(is_fortran ? SplitCall::during_fortran : SplitCall::during, &plan, count,
                           const_cast<llvm::Value*>(waits.requests));
}

}  // namespace

void offer_core(SplitNest& split, llvm::ArrayRef<CallPair*> pairs) {
  const llvm::DominatorTree before(*split.plan->getFunction());
  const FailureWays failures = failure_ways_behind(*split.plan, pairs, before);
  llvm::Function* core = extract(split);
  if (core == nullptr) return report_none(split);
  auto* runs = llvm::cast<llvm::CallInst>(core->user_back());
  llvm::IRBuilder<> builder(runs);
  split.offer =
      SplitCalls(builder).call(SplitCall::offer, split.plan, core, runs->getArgOperand(0));
  runs->eraseFromParent();
  const llvm::DominatorTree dominators(*split.plan->getFunction());
  // If the nest can be reached in other ways, the plan is in a variable that is null in these
  // cases.
  const auto* of_variable = llvm::dyn_cast<llvm::LoadInst>(split.rest_plan->getArgOperand(0));
  auto completions = completions_passed(split, failures);
  leave_reported(completions, split);
  for (llvm::CallInst* completion : completions) {
    builder.SetInsertPoint(completion);
    llvm::Value* plan = split.plan;
    if (of_variable != nullptr && !dominators.dominates(split.plan, completion))
      plan = builder.CreateLoad(builder.getPtrTy(),
                                const_cast<llvm::Value*>(of_variable->getPointerOperand()));
    insert_pieces(builder, *plan, *waited_for(*completion));
  }
}

}  // namespace bamboo::overlap
