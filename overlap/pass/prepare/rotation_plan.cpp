// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/rotation_plan.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ValueTracking.h>

#include "mpi_calls/nonblocking_calls.h"
#include "pass/prepare/exchanged_memory.h"
#include "regions/data_movement.h"

namespace bamboo::overlap {
namespace {

/// Instructions of the loop, each of which is copied once.
constexpr size_t largest_loop = 3000;

/// Reductions do not count, because the computation after them needs their results.
bool receives(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && waits_for_neighbours(*call);
}

bool starts_receive(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const Operation* started = call == nullptr ? nullptr : started_operation(*call);
  return started != nullptr && started->kind == Kind::PointToPoint && !started->is_send();
}

template <typename Predicate>
bool any_instruction(const llvm::Loop& loop, const Predicate& predicate) {
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, predicate);
  });
}

/// Whether the edges into the block can be redirected.
bool may_be_entered_elsewhere(const llvm::BasicBlock& block) {
  return llvm::all_of(llvm::predecessors(&block), [](const llvm::BasicBlock* before) {
    return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(before->getTerminator());
  });
}

bool may_be_copied(const llvm::Loop& loop) {
  const auto has_address = [](const llvm::BasicBlock* block) { return block->hasAddressTaken(); };
  return loop.isSafeToClone() && llvm::none_of(loop.blocks(), has_address) &&
         may_be_entered_elsewhere(*loop.getHeader()) &&
         !any_instruction(loop, [](const llvm::Instruction& instruction) {
           return instruction.isEHPad() ||
                  llvm::isa<llvm::AllocaInst, llvm::CallBrInst>(instruction);
         });
}

size_t size_of(const llvm::Loop& loop) {
  size_t size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) size += block->sizeWithoutDebug();
  return size;
}

}  // namespace

bool RotationPlanner::may_be_planned(const llvm::Loop& loop) {
  return !loop.isInnermost() && loop.getLoopLatch() != nullptr && any_instruction(loop, receives);
}

RotationDecision RotationPlanner::plan(llvm::Loop& loop) {
  loop_ = &loop;
  now_ = {};
  find_spine();
  find_failures();
  if (!find_nests()) return {};
  const llvm::Instruction* receive = last_receive();
  if (receive == nullptr || !nest_may_pass(*receive) || !gains()) return {};
  if (!move_cut() || last_receive() == nullptr) return Reason::end_known_late;
  if (size_of(loop) > largest_loop) return Reason::loop_too_large;
  if (!may_be_copied(loop)) return Reason::bound_to_its_place;
  const auto ends = this->ends();
  if (ends.size() > 1) return Reason::several_ends;
  now_.end = ends.empty() ? nullptr : ends.front();
  return now_;
}

void RotationPlanner::find_spine() {
  spine_.clear();
  const auto* node = dominators_.getNode(loop_->getLoopLatch());
  for (; loop_->contains(node->getBlock()); node = node->getIDom()) {
    if (loops_.getLoopFor(node->getBlock()) == loop_) spine_.push_back(node->getBlock());
    if (node->getBlock() == loop_->getHeader()) break;
  }
  std::reverse(spine_.begin(), spine_.end());
}

void RotationPlanner::find_failures() {
  failures_.clear();
  for (const llvm::BasicBlock* block : loop_->blocks())
    for (const llvm::Instruction& instruction : *block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && operation_of(*call) != nullptr)
        add_failure_ways(*call, failures_);
}

/// The number of the spine's blocks up to and including the block.
size_t RotationPlanner::spine_blocks_before(const llvm::BasicBlock& block) const {
  const auto is_before = [&](const llvm::BasicBlock* one) {
    return dominators_.dominates(one, &block);
  };
  return llvm::partition_point(spine_, is_before) - spine_.begin();
}

/// Finds the first nest that computes, and the place after the last one. Returns false if there is
/// none.
bool RotationPlanner::find_nests() {
  size_t first = spine_.size(), last = 0;
  for (const llvm::Loop* inner : loop_->getSubLoops()) {
    if (!computes(*inner)) continue;
    const size_t place = spine_blocks_before(*inner->getHeader());
    if (place < first) now_.nest = inner;
    first = std::min(first, place);
    last = std::max(last, place);
  }
  if (now_.nest == nullptr || last == spine_.size()) return false;
  now_.cut = &*spine_[last]->getFirstInsertionPt();
  return true;
}

bool RotationPlanner::computes(const llvm::Loop& inner) const {
  const auto reads = [](const llvm::Instruction& one) { return llvm::isa<llvm::LoadInst>(one); };
  return any_instruction(inner, reads) && !only_moves_data(inner.getBlocks()) &&
         !any_instruction(inner, [&](const llvm::Instruction& instruction) {
           return summaries_.obstacle(instruction) != Obstacle::None;
         });
}

/// Whether a nest needs the exchange of the previous iteration: otherwise it is hidden without
/// rotation.
bool RotationPlanner::gains() const {
  const auto exchange = instructions_behind_cut();
  return llvm::any_of(loop_->getSubLoops(), [&](const llvm::Loop* inner) {
    return computes(*inner) && may_change(exchange, *inner);
  });
}

/// Whether the block ends after the cut.
bool RotationPlanner::is_behind_cut(const llvm::BasicBlock& block) const {
  return loop_->contains(&block) && dominators_.dominates(now_.cut->getParent(), &block);
}

/// Exits after a failed call of MPI stay as they are.
llvm::SmallVector<llvm::BranchInst*, 2> RotationPlanner::ends() const {
  llvm::SmallVector<llvm::BranchInst*, 2> found;
  for (llvm::BasicBlock* block : spine_) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch != nullptr && is_behind_cut(*block) && loop_->isLoopExiting(block) &&
        !failures_.contains(branch))
      found.push_back(branch);
  }
  return found;
}

/// Finds the instructions to compute at the cut. Returns one that cannot be, or null if all can.
llvm::Instruction* RotationPlanner::find_conditions() {
  now_.conditions.clear();
  for (llvm::BranchInst* end : ends())
    if (llvm::Instruction* late = add_condition(*end->getCondition())) return late;
  return nullptr;
}

llvm::Instruction* RotationPlanner::add_condition(llvm::Value& value) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || !loop_->contains(instruction) ||
      dominators_.dominates(instruction, now_.cut) ||
      llvm::is_contained(now_.conditions, instruction))
    return nullptr;
  if (!may_be_early(*instruction)) return instruction;
  for (llvm::Value* operand : instruction->operands())
    if (llvm::Instruction* late = add_condition(*operand)) return late;
  now_.conditions.push_back(instruction);
  return nullptr;
}

/// Whether the instruction can be computed at the cut, with its operands: a load or a call could
/// access other memory there, which only MPI knows.
bool RotationPlanner::may_be_early(const llvm::Instruction& instruction) const {
  return !llvm::isa<llvm::PHINode, llvm::CallBase>(instruction) &&
         !instruction.mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(&instruction, now_.cut, nullptr, &dominators_);
}

/// Moves the cut after the instructions that decide the loop's end. Returns false if there is no
/// such place.
bool RotationPlanner::move_cut() {
  while (llvm::Instruction* late = find_conditions()) {
    llvm::BasicBlock* block = late->getParent();
    const bool is_inside = llvm::is_contained(spine_, block) && !late->isTerminator();
    const size_t next = spine_blocks_before(*block);
    if (!is_inside && next == spine_.size()) return false;
    now_.cut = is_inside && !llvm::isa<llvm::PHINode>(late)
                   ? late->getNextNode()
                   : &*(is_inside ? block : spine_[next])->getFirstInsertionPt();
  }
  return true;
}

/// The instructions in an order of execution.
llvm::SmallVector<llvm::Instruction*, 64> RotationPlanner::instructions_behind_cut() const {
  llvm::SmallVector<llvm::Instruction*, 64> all;
  llvm::LoopBlocksRPO order(loop_);
  order.perform(&loops_);
  for (llvm::BasicBlock* block : order)
    for (llvm::Instruction& instruction : *block)
      if (is_behind_cut(*block) &&
          (block != now_.cut->getParent() || !instruction.comesBefore(now_.cut)))
        all.push_back(&instruction);
  return all;
}

/// The last one behind the cut; null: there is none.
const llvm::Instruction* RotationPlanner::last_receive() const {
  const auto all = instructions_behind_cut();
  const auto found = llvm::find_if(llvm::reverse(all),
                                   [](const llvm::Instruction* one) { return receives(*one); });
  return found == all.rend() ? nullptr : *found;
}

/// Whether a core of the nest may pass it (core_hoist.h).
bool RotationPlanner::is_passed(const llvm::Instruction& instruction) const {
  return summaries_.obstacle(instruction) == Obstacle::None || receives(instruction) ||
         starts_receive(instruction);
}

/// Whether nothing between the receive and the next iteration's nest stops the nest, for any
/// received data.
bool RotationPlanner::nest_may_pass(const llvm::Instruction& receive) const {
  const llvm::BasicBlock* before = spine_[spine_blocks_before(*now_.nest->getHeader()) - 1];
  const llvm::SmallVector<llvm::BranchInst*, 2> ends = this->ends();
  for (const llvm::Instruction* i = &receive; i != nullptr; i = i->getNextNode())
    if (!is_passed(*i)) return false;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> seen;
  llvm::SmallVector<const llvm::BasicBlock*, 16> left = {receive.getParent()};
  while (!left.empty()) {
    const llvm::BasicBlock* block = left.pop_back_val();
    for (const llvm::BasicBlock* next : successors_without(failures_, *block)) {
      if (!loop_->contains(next)) {
        if (!llvm::is_contained(ends, block->getTerminator())) return false;
        continue;
      }
      if (!seen.insert(next).second) continue;
      const bool is_next_iteration = !is_behind_cut(*next);
      for (const llvm::Instruction& instruction : *next)
        if (!is_passed(instruction) || (is_next_iteration && receives(instruction))) return false;
      if (next != before) left.push_back(next);
    }
  }
  return true;
}

}  // namespace bamboo::overlap
