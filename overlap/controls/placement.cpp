// SPDX-License-Identifier: Apache-2.0
#include "controls/placement.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

namespace bamboo::overlap {
Control Placement::place(const PlannedCall& planned, llvm::CallInst& call) const {
  Control control;
  control.planned = &planned;
  control.before = &call;
  control.calls.push_back(&call);
  control.pattern = pattern_of(planned, call, [](const llvm::Instruction&) { return false; });
  const llvm::Loop* loop = loops_.getLoopFor(call.getParent());
  for (; loop != nullptr; loop = loop->getParentLoop()) {
    Pattern pattern = pattern_of(planned, call, [loop](const llvm::Instruction& instruction) {
      return loop->contains(&instruction);
    });
    std::swap(pattern, control.pattern);
    if (!is_same_in(*loop, control)) {
      std::swap(pattern, control.pattern);
      break;
    }
    control.before = loop->getLoopPredecessor()->getTerminator();
    ++control.loops;
  }
  return control;
}

bool Placement::is_same_in(const llvm::Loop& loop, Control& control) const {
  const auto stop_at = [&](const llvm::DebugLoc& place, Refusal why) {
    control.stop = {place ? place : control.calls.front()->getDebugLoc(), std::move(why)};
    return false;
  };
  const llvm::BasicBlock* outside = loop.getLoopPredecessor();
  if (outside == nullptr) return stop_at(loop.getStartLoc(), Reason::several_ways_in);
  const auto is_harmless = [&](const llvm::Instruction& instruction) {
    auto why = clobbers_.by(instruction, control.pattern);
    return !why || stop_at(instruction.getDebugLoc(), std::move(*why));
  };
  // The mark precedes the branch into the loop, which may be a call.
  return is_harmless(*outside->getTerminator()) &&
         llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
           return llvm::all_of(*block, is_harmless);
         });
}

bool Placement::is_same_between(const llvm::Instruction& from, const llvm::Instruction& to,
                                const Pattern& pattern) const {
  const llvm::BasicBlock &first = *from.getParent(), &last = *to.getParent();
  const auto is_clean = [&](llvm::BasicBlock::const_iterator begin,
                            llvm::BasicBlock::const_iterator end) {
    return std::all_of(begin, end, [&](const llvm::Instruction& instruction) {
      return !clobbers_.by(instruction, pattern);
    });
  };
  // A path back to the block of `from` passes the mark again.
  if (&first == &last) return is_clean(from.getIterator(), to.getIterator());
  llvm::df_iterator_default_set<const llvm::BasicBlock*> behind, ahead;
  behind.insert(&first);
  ahead.insert(&first);
  for (const llvm::BasicBlock* before : llvm::predecessors(&last))  // going there marks them
    static_cast<void>(
        std::distance(llvm::idf_ext_begin(before, ahead), llvm::idf_ext_end(before, ahead)));
  return is_clean(from.getIterator(), first.end()) && is_clean(last.begin(), to.getIterator()) &&
         llvm::all_of(llvm::successors(&first), [&](const llvm::BasicBlock* next) {
           return llvm::all_of(
               llvm::depth_first_ext(next, behind), [&](const llvm::BasicBlock* block) {
                 return !ahead.contains(block) || is_clean(block->begin(), block->end());
               });
         });
}

bool Placement::merge(Control& control, const Control& other) const {
  if (control.pattern.key != other.pattern.key ||
      (control.before != other.before && !dominators_.dominates(control.before, other.before)) ||
      !is_same_between(*control.before, *other.before, other.pattern))
    return false;
  llvm::append_range(control.calls, other.calls);
  return true;
}

}  // namespace bamboo::overlap
