// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_splitter.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "pass/splitting/early_values.h"
#include "pass/splitting/inspector.h"
#include "pass/splitting/loop_cutter.h"
#include "pass/splitting/nest_description.h"
#include "pass/splitting/nest_parts.h"
#include "pass/splitting/result_detacher.h"
#include "pass/splitting/row_searcher.h"
#include "pass/splitting/split_calls.h"
#include "pass/splitting/split_frame.h"

namespace bamboo::overlap {
namespace {

/// Removes the instructions of results from the nest, before it is copied.
void detach_results(const LoopNest& nest, ResultDetacher& results, NestDescription& description,
                    SplitNest& split) {
  unsigned number = description.add_repeated(nest);
  for (llvm::Instruction* load : results.detach())
    split.results.accesses.push_back({load, llvm::getLoadStorePointerOperand(load), number++});
}

/// A variable with the plan, which is null on paths that begin no core.
llvm::AllocaInst* make_slot(llvm::Function& function, PointsTo& points_to) {
  llvm::BasicBlock& first = function.getEntryBlock();
  auto* pointer = llvm::PointerType::getUnqual(function.getContext());
  auto* slot = new llvm::AllocaInst(pointer, 0, "bamboo.split", first.begin());
  points_to.add_variable(*slot);
  llvm::IRBuilder<>(&first, first.getFirstNonPHIOrDbgOrAlloca())
      .CreateStore(llvm::ConstantPointerNull::get(pointer), slot);
  return slot;
}

/// Makes the plan available at the nest. `slot`: null if all paths to the nest have one.
llvm::CallInst* take_plan(const SplitFrame& frame, llvm::AllocaInst* slot, bool is_detached) {
  llvm::IRBuilder<> builder(frame.at_nest());
  llvm::Value* plan = frame.plan;
  if (slot != nullptr) {
    plan = builder.CreateLoad(builder.getPtrTy(), slot);
    builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), slot);
  }
  return SplitCalls(builder).call(SplitCall::rest_plan, plan, is_detached);
}

/// Returns the block that decides whether there is a core, and begins it.
llvm::BasicBlock* make_decision(const SplitFrame& frame, llvm::AllocaInst* slot, SplitNest& split) {
  auto* decide = llvm::BasicBlock::Create(frame.tail->getContext(), "bamboo.decide",
                                          frame.tail->getParent(), frame.tail);
  llvm::IRBuilder<> builder(decide);
  split.core = SplitCalls(builder).call(SplitCall::core, frame.plan);
  if (slot != nullptr) builder.CreateStore(frame.plan, slot);
  builder.CreateCondBr(builder.CreateIsNotNull(split.core), split.core_blocks.front(), frame.tail);
  return decide;
}

/// Returns the block that inspects the passed statements and goes on to `decide`.
llvm::BasicBlock* make_inspection(const CoreHoist& hoist, const SplitFrame& frame,
                                  llvm::BasicBlock* decide, const llvm::LoopInfo& loops,
                                  PointsTo& points_to, PostedMessages& posted, SplitNest& split) {
  if (hoist.touches.empty()) return decide;
  const auto asks = [](const RuntimeCheck& touch) { return touch.status != nullptr; };
  if (llvm::any_of(hoist.touches, asks)) split.posted = &posted.list();
  return Inspector(hoist, loops, points_to, split).make(frame.passed, *frame.entry, *decide);
}

SplitNest record_of(const LoopNest& nest, const CoreHoist& hoist) {
  SplitNest split;
  split.place = nest.loops.front().loop->getStartLoc();
  split.behind = nest.statement.behind;
  split.loops = nest.loops.size();
  split.completions = hoist.completions;
  split.rests = hoist.rests.size();
  split.is_staged = hoist.is_staged;
  return split;
}

}  // namespace

std::optional<SplitNest> split_nest(const LoopNest& nest, const CoreHoist& hoist,
                                    llvm::FunctionAnalysisManager& analyses, PointsTo& points_to,
                                    PostedMessages& posted) {
  llvm::Function& function = *hoist.start->getFunction();
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  SplitNest split = record_of(nest, hoist);
  const SplitFrame frame =
      make_frame(nest, hoist, analyses.getResult<llvm::DominatorTreeAnalysis>(function), loops);
  split.plan = frame.plan;
  EarlyValues early(evolution, frame);
  early.recompute(hoist, points_to, split);
  if (!early.can_compute(nest)) {
    remove_plan(frame);
    return std::nullopt;
  }

  NestDescription description(nest, early, frame, split);
  std::optional<ResultDetacher> results;
  if (!nest.results.empty())
    detach_results(nest, results.emplace(nest, *frame.entry, points_to, split), description, split);
  const LoopCutter cutter(nest, early, evolution, frame);
  llvm::AllocaInst* slot = hoist.is_conditional ? make_slot(function, points_to) : nullptr;
  split.rest_plan = take_plan(frame, slot, results.has_value());
  split.cut = cutter.cut(split.rest_plan);
  make_core(nest, early, frame, points_to, split);
  llvm::BasicBlock* decide = make_decision(frame, slot, split);
  llvm::BasicBlock* inspect =
      make_inspection(hoist, frame, decide, loops, points_to, posted, split);
  make_rest(nest, frame, results ? &*results : nullptr, split);
  if (nest.is_by_rows())
    description.add_inputs(RowSearcher(split, nest, *frame.tail, points_to).make(*frame.at_head()));
  split.describes = description.pass();
  llvm::Instruction* end = frame.at_head();
  llvm::BranchInst::Create(inspect, end->getIterator());
  end->eraseFromParent();
  return split;
}

}  // namespace bamboo::overlap
