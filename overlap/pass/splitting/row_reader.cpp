// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/row_reader.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>

#include <utility>

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
      return refuse(*nest_.accesses.front().instruction, Reason::address_not_linear);
    for (unsigned inner = 1; inner < nest_.loops.size(); ++inner) leave_whole(inner);
    const bool can_be_read =
        llvm::all_of(nest_.statement.blocks,
                     [&](llvm::BasicBlock* block) { return can_decide(*block); }) &&
        llvm::all_of(nest_.accesses, [&](const NestAccess& access) {
          return !access.is_indirect || can_be_reported(access);
        });
    if (!can_be_read) return false;
    for (NestAccess& access : nest_.accesses) describe(access);
    return true;
  }

 private:
  /// The indirect reads from which a value is computed, except for the reads that these need
  /// themselves.
  struct Sources {
    llvm::SmallSetVector<llvm::Instruction*, 4> indices;
    bool may_trap = false;  ///< for indices that are not written yet
  };

  bool refuse(const llvm::Instruction& instruction, Reason why) {
    stop_ = {instruction.getDebugLoc(), why};
    return false;
  }

  /// All branches and addresses of a row have been followed.
  void describe(NestAccess& access) {
    if (!access.is_indirect) {
      access.is_value = !access.written && !followed_.contains(access.instruction);
      return;
    }
    llvm::Value& pointer = *access.instruction->getOperand(access.operand);
    const auto indices = sources_of(pointer)->indices;
    if (indices.empty()) access.ascends_in = ascending_loop(*access.instruction, pointer);
    if (indices.size() == 1 && !access.is_index && !nest_.scatters())
      access.gather = gather_by(*indices.front(), pointer);
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

  /// A bound that no address needs has no use, and may be too large for computations.
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

  /// Returns nothing if the value cannot be computed without executing the nest.
  std::optional<Sources> sources_of(llvm::Value& value) {
    Sources found;
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    llvm::SmallVector<llvm::Value*, 16> open = {&value};
    while (!open.empty()) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
      if (instruction == nullptr || !seen.insert(instruction).second ||
          !llvm::is_contained(nest_.statement.blocks, instruction->getParent()))
        continue;
      if (llvm::isa<llvm::LoadInst>(instruction)) {
        follow(*instruction);
        if (indirect_.contains(instruction)) found.indices.insert(instruction);
        continue;  // the call of the library reads the others
      }
      if (llvm::isa<llvm::ExtractValueInst>(instruction) || !follows_from_operands(*instruction)) {
        refuse(*instruction, Reason::address_from_call);
        return std::nullopt;
      }
      if (!llvm::isa<llvm::PHINode>(instruction) &&
          !llvm::isSafeToSpeculativelyExecute(instruction))
        found.may_trap = true;
      open.append(instruction->op_begin(), instruction->op_end());
    }
    return found;
  }

  /// The value decides which further statements are executed while rows are read, so it must be the
  /// final value.
  bool check(llvm::Instruction& index) {
    return std::exchange(indirect_[&index]->is_checked, true) || can_be_read(index);
  }
  bool check(const Sources& sources) {
    return llvm::all_of(sources.indices, [&](llvm::Instruction* index) { return check(*index); });
  }

  /// Whether the address of the index is known when rows are read.
  bool can_be_read(llvm::Instruction& index) {
    indirect_[&index]->is_index = true;
    const auto sources = sources_of(*llvm::getLoadStorePointerOperand(&index));
    return sources && check(*sources);
  }

  bool can_decide(llvm::BasicBlock& block) {
    return llvm::all_of(block.getTerminator()->operands(), [&](llvm::Value* operand) {
      const auto sources = sources_of(*operand);
      return sources && check(*sources);
    });
  }

  bool can_be_reported(const NestAccess& access) {
    const auto sources = sources_of(*access.instruction->getOperand(access.operand));
    return sources && (!sources->may_trap || check(*sources)) &&
           llvm::all_of(sources->indices,
                        [&](llvm::Instruction* index) { return can_be_read(*index); });
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
    // The loop consists of one block, so an iteration cannot skip a part of it.
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
