// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/nest_selection.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "pass/operations/pending_messages.h"
#include "pass/splitting/result_detacher.h"
#include "pass/splitting/split_remarks.h"
#include "regions/data_movement.h"

namespace bamboo::overlap {
namespace {

bool has_results(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
      return instruction.isUsedOutsideOfBlock(block) &&
             llvm::any_of(instruction.users(), [&](const llvm::User* user) {
               return !loop.contains(llvm::cast<llvm::Instruction>(user));
             });
    });
  });
}

/// The access in different iterations: facts about one call of an inlined function do not apply to
/// all calls.
Access in_any_iteration(const NestAccess& own) {
  Access access = own.anywhere();
  access.memory.AATags.Scope = access.memory.AATags.NoAlias = nullptr;
  return access;
}

/// Memory that is loaded again for the results must be unchanged. The program checks that at run
/// time if it is unknown here.
bool may_read_again(LoopNest& nest, const Dependence& dependence, Stop& stop) {
  const auto is_apart = [&](const NestAccess& again) {
    return !again.written && llvm::none_of(nest.accesses, [&](const NestAccess& own) {
      return own.written && !dependence.apart(in_any_iteration(own), in_any_iteration(again));
    });
  };
  llvm::erase_if(nest.read_again, is_apart);
  // A kept store must write each place once: each surrounding loop advances it.
  const auto is_unknown = [&](const NestAccess& again) {
    const auto around = llvm::count_if(
        nest.loops, [&](const NestLoop& one) { return one.loop->contains(again.instruction); });
    return again.is_indirect || nest.scatters() ||
           (again.written && around > std::ssize(again.strides));
  };
  const auto* unknown = llvm::find_if(nest.read_again, is_unknown);
  if (unknown == nest.read_again.end()) return true;
  stop = {unknown->instruction->getDebugLoc(), Reason::result_reads_written};
  return false;
}

/// Rows are read before they are executed. So a row must not write what other rows are read with.
bool keeps_indices(const LoopNest& nest, const Dependence& dependence, Stop& stop) {
  if (!nest.scatters()) return true;
  const auto may_be_written = [&](const NestAccess& read) {
    return (read.is_indirect ? read.is_index : !read.written && !read.is_value) &&
           llvm::any_of(nest.accesses, [&](const NestAccess& own) {
             return own.is_indirect && own.written &&
                    !dependence.apart(in_any_iteration(own), in_any_iteration(read));
           });
  };
  const auto* found = llvm::find_if(nest.accesses, may_be_written);
  if (found == nest.accesses.end()) return true;
  stop = {found->instruction->getDebugLoc(), Reason::index_may_be_written};
  return false;
}

/// Whether the instruction is an argument in an operation's record, which must not change.
bool is_argument(const llvm::Instruction& result, llvm::ArrayRef<CallPair*> operations) {
  return llvm::any_of(result.users(), [&](const llvm::User* user) {
    return llvm::any_of(operations, [&](const CallPair* one) {
      return one->initiation == user || one->completion == user;
    });
  });
}

}  // namespace

std::optional<SplitNest> NestSelection::next(llvm::ArrayRef<SplitNest> earlier) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Candidate& candidate : candidates()) {
      llvm::Instruction* branch = candidate.statement.before->getTerminator();
      if (whole_.contains(branch)) continue;
      Stop stop;
      if (auto split = this->split(candidate.statement, earlier, stop)) return split;
      whole_[branch] = stop;
      // An abandoned split leaves blocks that the analyses do not know.
      changed = candidate.statement.before->getTerminator() != branch;
      if (changed) break;
    }
    if (changed) analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
  }
  return std::nullopt;
}

std::optional<SplitNest> NestSelection::split(const Statement& statement,
                                              llvm::ArrayRef<SplitNest> earlier, Stop& stop) {
  const auto is_passed = [&](const llvm::BasicBlock* block) { return passed_.contains(block); };
  if (llvm::any_of(statement.blocks, is_passed)) {
    // Statements that unpack do not count, because they run before the nest anyway.
    if (only_moves_data(statement.blocks))
      done_.insert(statement.blocks.begin(), statement.blocks.end());
    stop = {statement.before->getTerminator()->getDebugLoc(), Reason::core_runs_before};
    return std::nullopt;
  }
  if (splits_ == most_splits) {
    stop = {statement.before->getTerminator()->getDebugLoc(), Reason::function_too_large};
    return std::nullopt;
  }
  auto& evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_);
  const Dependence dependence(analyses_.getResult<llvm::AAManager>(function_), summaries_,
                              points_to_);
  auto nest = NestReader(analyses_.getResult<llvm::LoopAnalysis>(function_), evolution, summaries_)
                  .read(statement, stop);
  if (!nest || !may_read_again(*nest, dependence, stop) || !keeps_indices(*nest, dependence, stop))
    return std::nullopt;
  for (const llvm::Instruction* result : nest->results.values)
    if (is_argument(*result, pairs_)) {
      stop = {result->getDebugLoc(), Reason::nest_decides_value};
      return std::nullopt;
    }
  auto hoist =
      CoreHoistFinder(function_, analyses_, dependence, summaries_, pairs_, earlier, *nest, effort_)
          .find(stop);
  if (!hoist) {
    if (!stop.refusal) stop = {nest->loops.front().loop->getStartLoc(), Reason::no_receive_before};
    return std::nullopt;
  }
  enclose_results(*nest, analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                  analyses_.getResult<llvm::LoopAnalysis>(function_));
  auto split = split_nest(*nest, *hoist, analyses_, points_to_, posted_);
  if (!split)
    stop = {hoist->start->getDebugLoc(), Reason::bounds_too_late};
  else
    finish(*hoist, *split);
  return split;
}

void NestSelection::finish(const CoreHoist& hoist, const SplitNest& split) {
  ++splits_;
  done_.insert(split.rest_blocks.begin(), split.rest_blocks.end());
  done_.insert(split.core_blocks.begin(), split.core_blocks.end());
  done_.insert(split.rows.blocks.begin(), split.rows.blocks.end());
  done_.insert(split.results.again.begin(), split.results.again.end());
  done_.insert(split.results.whole.begin(), split.results.whole.end());
  // The copy of the passed statements.
  for (const InspectedAccess& one : split.looked_at) done_.insert(one.call->getParent());
  for (const llvm::Instruction* member : hoist.members) passed_.insert(member->getParent());
  if (hoist.is_staged)
    for (CallPair* pair : pairs_)
      pair->runs_core |= llvm::is_contained(hoist.members, pair->completion);
  remark_split(split, emitter_);
}

void NestSelection::explain() {
  const auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  const SeseRegions statements(analyses_.getResult<llvm::DominatorTreeAnalysis>(function_),
                               analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_),
                               loops);
  const NestReader reader(loops, analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_),
                          summaries_);
  llvm::SmallPtrSet<const llvm::Loop*, 8> explained;
  for (llvm::BasicBlock& block : function_) {
    const auto found = whole_.find(block.getTerminator());
    if (found == whole_.end()) continue;
    const Statement statement = statements.beginning_at(*block.getTerminator());
    const llvm::Loop* loop = statement.is_region() ? reader.outermost(statement) : nullptr;
    if (loop == nullptr || is_done(statement) || !explained.insert(loop).second) continue;
    remark_whole(*loop, found->second, emitter_);
  }
}

/// The loops need a place in front of them that is executed only with them, and those within rows
/// one behind them.
void NestSelection::prepare() {
  auto& dominators = analyses_.getResult<llvm::DominatorTreeAnalysis>(function_);
  auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopPreheader() == nullptr)
      changed |= llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false) != nullptr;
    if (loop->getNumBlocks() == 1 && !loop->isOutermost())
      changed |= llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
  }
  if (changed) analyses_.invalidate(function_, llvm::PreservedAnalyses::none());
}

bool NestSelection::is_done(const Statement& statement) const {
  return llvm::any_of(statement.blocks,
                      [&](const llvm::BasicBlock* block) { return done_.contains(block); });
}

/// All nests after completions that bring data, the best first.
llvm::SmallVector<NestSelection::Candidate, 8> NestSelection::candidates() {
  const auto& loops = analyses_.getResult<llvm::LoopAnalysis>(function_);
  const auto& tree = analyses_.getResult<llvm::PostDominatorTreeAnalysis>(function_);
  const PostDominance post_dominators(tree, failure_ways(pairs_));
  const SeseRegions statements(analyses_.getResult<llvm::DominatorTreeAnalysis>(function_), tree,
                               loops);
  const NestReader reader(loops, analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function_),
                          summaries_);
  // In the same iteration of the loop around both: inner loops of nests are excluded.
  const auto is_behind = [&](const llvm::BasicBlock& block) {
    const llvm::Loop* around = loops.getLoopFor(&block);
    return llvm::any_of(pairs_, [&](const CallPair* pair) {
      return pair->completion != nullptr && CoreHoistFinder::brings_data(*pair) &&
             (around == nullptr || around->contains(pair->completion)) &&
             post_dominators.dominates(&block, pair->completion->getParent());
    });
  };
  llvm::SmallVector<Candidate, 8> all;
  llvm::ReversePostOrderTraversal<llvm::Function*> in_order(&function_);
  for (llvm::BasicBlock* block : in_order) {
    if (block->getTerminator()->getNumSuccessors() == 0 || !is_behind(*block)) continue;
    const Statement statement = statements.beginning_at(*block->getTerminator());
    const llvm::Loop* loop = statement.is_region() ? reader.outermost(statement) : nullptr;
    if (loop == nullptr || is_done(statement)) continue;
    Candidate one{statement, only_moves_data(statement.blocks), 0, has_results(*loop)};
    for (const llvm::BasicBlock* inner : loop->blocks())
      one.depth = std::max(one.depth, loops.getLoopDepth(inner) - loop->getLoopDepth());
    all.push_back(std::move(one));
  }
  llvm::stable_sort(all, [](const Candidate& a, const Candidate& b) {
    if (a.only_moves != b.only_moves) return b.only_moves;
    return a.depth != b.depth ? a.depth > b.depth : b.has_results && !a.has_results;
  });
  return all;
}

}  // namespace bamboo::overlap
