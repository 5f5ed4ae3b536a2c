// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/row_reader.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>

#include "effects/dependence.h"

namespace bamboo::overlap {
namespace {

class RowReader {
 public:
  RowReader(LoopNest& nest, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
            Stop& stop)
      : nest_(nest), loops_(loops), evolution_(evolution), stop_(stop) {
    for (NestAccess& access : nest.accesses)
      if (access.is_indirect) indirect_[access.instruction] = &access;
  }

  bool read() {
    if (indirect_.size() == nest_.accesses.size())
      return refuse(*nest_.accesses.front().instruction, Reason::nest_touches_nothing);
    for (unsigned inner = 1; inner < nest_.loops.size(); ++inner) leave_whole(inner);
    return llvm::all_of(nest_.statement.blocks,
                        [&](llvm::BasicBlock* block) { return decides_alone(*block); }) &&
           llvm::all_of(nest_.accesses,
                        [&](NestAccess& access) {
                          return !access.is_indirect || can_be_reported(access);
                        }) &&
           find_values();
  }

 private:
  using Indices = llvm::SmallSetVector<llvm::Instruction*, 4>;

  bool refuse(const llvm::Instruction& instruction, Reason why) {
    stop_ = {instruction.getDebugLoc(), why};
    return false;
  }

  /// All branches and addresses of a row have been followed.
  bool find_values() {
    for (NestAccess& access : nest_.accesses)
      access.is_value =
          !access.is_indirect && !access.written && !followed_.contains(access.instruction);
    return true;
  }

  /// Rows are read with this load, and with the loads that its address needs.
  void follow(llvm::Instruction& load) {
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    llvm::SmallVector<llvm::Value*, 16> open = {&load};
    while (!open.empty()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
      if (instruction == nullptr || !seen.insert(instruction).second ||
          !llvm::is_contained(nest_.statement.blocks, instruction->getParent()))
        continue;
      if (llvm::isa<llvm::LoadInst>(instruction)) followed_.insert(instruction);
      open.append(instruction->op_begin(), instruction->op_end());
    }
  }

  /// A bound that no address needs is useless, and may be too large for calculations.
  void leave_whole(unsigned inner) {
    NestLoop& loop = nest_.loops[inner];
    loop.may_cut = false;
    const auto needs = [&](const NestAccess& access) {
      return llvm::any_of(access.strides, [&](const auto& one) { return one.first == inner; });
    };
    const bool is_needed =
        llvm::any_of(nest_.accesses, needs) || llvm::any_of(nest_.read_again, needs);
    if (!is_needed && !loop.is_assumed) loop.last = loop.reach = nullptr;
  }

  /// The indirect reads that the value depends on, or nothing if it cannot be computed without
  /// executing the nest. An index may still be written at that time: computations on it must not
  /// trap.
  std::optional<Indices> indices_of(llvm::Value& value) {
    Indices found;
    const llvm::Instruction* trap = nullptr;
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    llvm::SmallVector<llvm::Value*, 16> open = {&value};
    while (!open.empty()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
      if (instruction == nullptr || !seen.insert(instruction).second ||
          !llvm::is_contained(nest_.statement.blocks, instruction->getParent()))
        continue;
      if (llvm::isa<llvm::LoadInst>(instruction)) {
        follow(*instruction);
        if (indirect_.contains(instruction)) found.insert(instruction);
        continue;  // the library's call reads the others
      }
      if (llvm::isa<llvm::ExtractValueInst>(instruction) || !follows_from_operands(*instruction)) {
        refuse(*instruction, Reason::address_from_call);
        return std::nullopt;
      }
      if (!llvm::isa<llvm::PHINode>(instruction) &&
          !llvm::isSafeToSpeculativelyExecute(instruction))
        trap = instruction;
      open.append(instruction->op_begin(), instruction->op_end());
    }
    if (found.empty() || trap == nullptr) return found;
    refuse(*trap, Reason::index_may_trap);
    return std::nullopt;
  }

  /// Whether the block's branch is independent of indirect reads.
  bool decides_alone(llvm::BasicBlock& block) {
    return llvm::all_of(block.getTerminator()->operands(), [&](llvm::Value* operand) {
      const auto indices = indices_of(*operand);
      return indices &&
             (indices->empty() || refuse(*block.getTerminator(), Reason::way_from_index));
    });
  }

  bool can_be_reported(NestAccess& access) {
    llvm::Value& pointer = *access.instruction->getOperand(access.operand);
    const auto indices = indices_of(pointer);
    if (!indices) return false;
    for (llvm::Instruction* index : *indices) {
      const auto others = indices_of(*llvm::getLoadStorePointerOperand(index));
      if (!others) return false;
      if (!others->empty()) return refuse(*access.instruction, Reason::index_of_index);
      indirect_[index]->is_index = true;
    }
    if (indices->empty()) access.ascends_in = ascending_loop(*access.instruction, pointer);
    if (indices->size() == 1) access.gather = gather_by(*indices->front(), pointer);
    return true;
  }

  std::optional<NestGather> gather_by(llvm::Instruction& index, llvm::Value& pointer) {
    if (!index.getType()->isIntegerTy() || !reads_one_behind_the_other(index)) return std::nullopt;
    const llvm::SCEV* number = evolution_.getSCEV(&index);
    const llvm::SCEV* address = evolution_.getSCEV(&pointer);
    const auto at = [&](const llvm::SCEV* position) {
      llvm::ValueToSCEVMapTy positions;
      positions[&index] = position;
      return llvm::SCEVParameterRewriter::rewrite(address, evolution_, positions);
    };
    const llvm::SCEV* base = at(evolution_.getZero(index.getType()));
    const llvm::SCEV* scale = evolution_.getMinusSCEV(at(evolution_.getOne(index.getType())), base);
    if (!llvm::isa<llvm::SCEVConstant>(scale) ||
        !evolution_.isLoopInvariant(base, nest_.loops.front().loop))
      return std::nullopt;
    for (const IndexType type : {IndexType::Signed32, IndexType::Unsigned32, IndexType::Bits64})
      if (const llvm::SCEV* extended = extend(*number, type, evolution_))
        if (evolution_.getAddExpr(base, evolution_.getMulExpr(scale, extended)) == address)
          return NestGather{&index, type, base, scale};
    return std::nullopt;
  }

  /// Whether consecutive reads are adjacent, in a loop that runs at most once per row.
  bool reads_one_behind_the_other(llvm::Instruction& index) {
    const llvm::Loop* loop = indirect_[&index]->ascends_in;
    if (loop == nullptr || loop->getParentLoop() != nest_.loops.front().loop) return false;
    const auto* address = llvm::cast<llvm::SCEVAddRecExpr>(
        evolution_.getSCEV(llvm::getLoadStorePointerOperand(&index)));
    const auto* step = llvm::cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
    return step->getAPInt() == index.getDataLayout().getTypeStoreSize(index.getType());
  }

  /// The innermost loop around the access, if it reads in ascending order there, in each iteration.
  const llvm::Loop* ascending_loop(const llvm::Instruction& access, llvm::Value& pointer) {
    const llvm::Loop* loop = loops_.getLoopFor(access.getParent());
    if (loop == nullptr || loop == nest_.loops.front().loop || loop->getLoopPreheader() == nullptr)
      return nullptr;
    const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&pointer));
    const auto* step =
        address == nullptr || address->getLoop() != loop || !address->isAffine()
            ? nullptr
            : llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
    const llvm::BasicBlock* exit = loop->getExitBlock();
    // It is its only block: so there is nothing in it that an iteration may leave out.
    const bool is_always =
        loop->getNumBlocks() == 1 && exit != nullptr && exit->getSinglePredecessor() != nullptr;
    return is_always && step != nullptr && step->getAPInt().isStrictlyPositive() ? loop : nullptr;
  }

  LoopNest& nest_;
  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  Stop& stop_;
  llvm::DenseMap<const llvm::Instruction*, NestAccess*> indirect_;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> followed_;  ///< loads
};

}  // namespace

bool follows_from_operands(const llvm::Instruction& instruction) {
  if (is_annotation(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ? !instruction.mayReadOrWriteMemory()
                         : llvm::isTriviallyVectorizable(call->getIntrinsicID());
}

bool read_rows(LoopNest& nest, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
               Stop& stop) {
  return RowReader(nest, loops, evolution, stop).read();
}

}  // namespace bamboo::overlap
