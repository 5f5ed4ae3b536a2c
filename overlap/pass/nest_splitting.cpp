// SPDX-License-Identifier: Apache-2.0
#include "nest_splitting.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "remarks.h"

namespace bamboo::overlap {

std::optional<Split> NestSplitting::next() {
  while (auto candidate = best()) {
    const Statement& statement = candidate->nest.statement;
    done_.insert(statement.blocks.begin(), statement.blocks.end());
    Splitter splitter(function_, analyses_, points_to_);
    auto split = splitter.split(candidate->nest, candidate->crossing);
    if (!split) {
      remark_whole(*candidate->nest.loops.front().loop,
                   {candidate->crossing.start->getDebugLoc(),
                    "its bounds cannot be computed before what is received"},
                   emitter_);
      analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
      continue;
    }
    done_.insert(split->core_blocks.begin(), split->core_blocks.end());
    // The copy of what was passed and what was passed itself: their loops unpack.
    for (const llvm::Instruction* member : candidate->crossing.members)
      done_.insert(member->getParent());
    for (const auto& [where, told] : split->looked_at) done_.insert(told->getParent());
    remark_split(*split, emitter_);
    return split;
  }
  return std::nullopt;
}

void NestSplitting::explain() {
  auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_);
  const auto& post_dominators = analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_);
  const Statements statements(analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                              post_dominators, loops);
  const Dependence dependence(analyses_.getResult<llvm::AAManager>(function_), summaries_,
                              points_to_);
  llvm::SmallPtrSet<const llvm::Loop*, 8> told;
  for (llvm::BasicBlock& block : function_) {
    const Statement statement = statements.beginning_at(*block.getTerminator());
    const bool is_behind =
        statement.is_structure() && llvm::any_of(pairs_, [&](const Pair* pair) {
          return pair->completion != nullptr && CrossingFinder::brings_data(*pair) &&
                 post_dominators.dominates(&block, pair->completion->getParent());
        });
    NestReader reader(loops, evolution, summaries_);
    const llvm::Loop* loop = is_behind ? reader.outermost(statement) : nullptr;
    if (loop == nullptr || is_done(statement) || !told.insert(loop).second) continue;
    Stop stop;
    if (const auto nest = reader.read(statement, stop))
      CrossingFinder(function_, analyses_, dependence, summaries_, pairs_, *nest).find(stop);
    remark_whole(*loop, stop, emitter_);
  }
}

/// The loops need a place in front of them that is executed only with them.
void NestSplitting::prepare() {
  auto& dominators = analyses_.getResult<llvm::DominatorTreeAnalysis>(function_);
  auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (loop->getLoopPreheader() == nullptr)
      changed |= llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false) != nullptr;
  if (changed) analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
}

bool NestSplitting::is_done(const Statement& statement) const {
  return llvm::any_of(statement.blocks,
                      [&](const llvm::BasicBlock* block) { return done_.contains(block); });
}

size_t NestSplitting::weight(const LoopNest& nest) const {
  size_t deepest = 0, instructions = 0;
  for (const NestLoop& loop : nest.loops)
    deepest = std::max<size_t>(deepest, loop.loop->getLoopDepth());
  for (const llvm::BasicBlock* block : nest.statement.blocks) instructions += block->size();
  constexpr size_t kManyInstructions = 1'000'000;
  return deepest * kManyInstructions + instructions;
}

std::optional<NestSplitting::Candidate> NestSplitting::best() {
  auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_);
  const Statements statements(analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                              analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_),
                              loops);
  const Dependence dependence(analyses_.getResult<llvm::AAManager>(function_), summaries_,
                              points_to_);
  std::optional<Candidate> found;
  for (llvm::BasicBlock& block : function_) {
    const Statement statement = statements.beginning_at(*block.getTerminator());
    if (!statement.is_structure() || is_done(statement)) continue;
    Stop stop;
    auto nest = NestReader(loops, evolution, summaries_).read(statement, stop);
    if (!nest || (found && weight(*nest) <= found->weight)) continue;
    auto crossing =
        CrossingFinder(function_, analyses_, dependence, summaries_, pairs_, *nest).find(stop);
    if (!crossing) continue;
    const size_t heavy = weight(*nest);
    found = Candidate{std::move(*nest), std::move(*crossing), heavy};
  }
  return found;
}

}  // namespace bamboo::overlap
