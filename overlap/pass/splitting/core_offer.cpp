// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/core_offer.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/operations/pending_messages.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {
namespace {

/// The requests that a call of C waits for.
std::optional<Completion> waits_in_c(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  auto completion = call == nullptr ? std::nullopt : waited_for(*call);
  return completion && completion->error == nullptr ? completion : std::nullopt;
}

/// The function gets the values that the core uses in a variable.
llvm::Function* extract(const SplitNest& split) {
  llvm::Function& function = *split.plan->getFunction();
  const llvm::CodeExtractorAnalysisCache cache(function);
  constexpr bool in_one_variable = true, allows_varargs = false, allows_allocas = false;
  llvm::CodeExtractor extractor(split.core_blocks, nullptr, in_one_variable, nullptr, nullptr,
                                nullptr, allows_varargs, allows_allocas, &function.getEntryBlock(),
                                "bamboo.core");
  return extractor.isEligible() ? extractor.extractCodeRegion(cache) : nullptr;
}

/// The completions on all ways from the core to the rest.
llvm::SmallVector<llvm::CallInst*, 8> completions_passed(const SplitNest& split,
                                                         const FailureWays& failures) {
  llvm::SmallVector<llvm::CallInst*, 8> found;
  llvm::SmallSetVector<llvm::BasicBlock*, 32> blocks;
  blocks.insert(split.core->getParent());
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (llvm::Instruction& instruction : *blocks[i])
      if (waits_in_c(instruction)) found.push_back(llvm::cast<llvm::CallInst>(&instruction));
    for (llvm::BasicBlock* next : successors_without(failures, *blocks[i]))
      if (next != split.rest->getParent()) blocks.insert(next);
  }
  return found;
}

}  // namespace

void offer_core(SplitNest& split, llvm::ArrayRef<CallPair*> pairs) {
  const llvm::DominatorTree before(*split.plan->getFunction());
  const FailureWays failures = failure_ways_behind(*split.plan, pairs, before);
  llvm::Function* core = extract(split);
  if (core == nullptr) return;
  auto* runs = llvm::cast<llvm::CallInst>(core->user_back());
  llvm::IRBuilder<> builder(runs);
  split.offer =
      SplitCalls(builder).call(SplitCall::offer, split.plan, core, runs->getArgOperand(0));
  runs->eraseFromParent();
  const llvm::DominatorTree dominators(*split.plan->getFunction());
  // Where the nest has other ways to it, the plan is in a variable, which is null on these.
  const auto* of_variable = llvm::dyn_cast<llvm::LoadInst>(split.rest_plan->getArgOperand(0));
  for (llvm::CallInst* completion : completions_passed(split, failures)) {
    const Completion waits = *waits_in_c(*completion);
    builder.SetInsertPoint(completion);
    llvm::Value* plan = split.plan;
    if (of_variable != nullptr && !dominators.dominates(split.plan, completion))
      plan = builder.CreateLoad(builder.getPtrTy(),
                                const_cast<llvm::Value*>(of_variable->getPointerOperand()));
    llvm::Value* count =
        waits.count == nullptr ? builder.getInt32(1) : const_cast<llvm::Value*>(waits.count);
    SplitCalls(builder).call(SplitCall::during, plan, count,
                             const_cast<llvm::Value*>(waits.requests));
  }
}

}  // namespace bamboo::overlap
