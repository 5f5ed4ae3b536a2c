// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_split/verify_rows.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/CFG.h>

#include "effects/dependence.h"
#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// The value itself, or its bits as a number.
bool is_number_of(const llvm::Value* number, const llvm::Value& value) {
  for (; number != &value; number = llvm::cast<llvm::CastInst>(number)->getOperand(0))
    if (!llvm::isa<llvm::BitCastInst>(number) &&
        !(llvm::isa<llvm::PtrToIntInst>(number) && number->getType()->getScalarSizeInBits() == 64))
      return false;
  return true;
}

/// Whether `reported` holds the bits of the value from bit `from` on.
bool is_piece(const llvm::Value& reported, const llvm::Value& value, unsigned from) {
  if (from == 0 && is_number_of(&reported, value)) return true;
  const llvm::Value* number = &reported;
  if (llvm::isa<llvm::ZExtInst, llvm::TruncInst>(number))
    number = llvm::cast<llvm::CastInst>(number)->getOperand(0);
  if (from == 0) return is_number_of(number, value);
  const auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(number);
  const auto* bits =
      shift == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(shift->getOperand(1));
  return bits != nullptr && shift->getOpcode() == llvm::Instruction::LShr &&
         bits->getValue() == from && is_number_of(shift->getOperand(0), value);
}

/// Whether the result depends only on the operands, or the instruction is a call of the library.
bool is_known_call(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || is_annotation(instruction) ||
         llvm::isTriviallyVectorizable(call->getIntrinsicID()) || split_call(call);
}

bool asks(const llvm::CallInst& call, SplitCall which, const SplitNest& split) {
  return calls(&call, which) && call.getArgOperand(0) == split.plan;
}

}  // namespace

RowsChecker::RowsChecker(const SplitNest& split, const NestDescription& description,
                         const Summaries& summaries, llvm::ScalarEvolution& evolution,
                         const llvm::DominatorTree& dominators, std::optional<Defect>& defect)
    : split_(split),
      description_(description),
      rows_(split.rows),
      summaries_(summaries),
      evolution_(evolution),
      defect_(defect),
      loops_(dominators),
      same_(evolution, dominators, *split.plan),
      ways_(*split.core_blocks.front(), *split.rows.blocks.front(), *split.rows.run->getParent(),
            *split.rows.run->getParent()) {
  same_.follow(ways_);
}

void RowsChecker::run() {
  check_order();
  check_same_ways();
  if (defect_) return;
  const llvm::BasicBlock* header = ways_.copy_of(*split_.core_headers.front());
  loop_ = header == nullptr ? nullptr : loops_.getLoopFor(header);
  if (loop_ == nullptr || loop_->getHeader() != header || loop_->getLoopLatch() == nullptr)
    return complain(*rows_.chunk, Fault::rows_on_other_paths);
  check_looking();
  check_inputs();
  unsigned number = 0;
  for (const RowAccess& row : rows_.accesses) {
    check_description(row, number);
    if (row.is_gathered())
      check_gathered(row, number);
    else
      check_covered(row);
    ++number;
  }
}

bool RowsChecker::is_in(const llvm::BasicBlock& block) const {
  return llvm::is_contained(rows_.blocks, &block);
}

bool RowsChecker::is_variable(const llvm::Value& value) const {
  return llvm::any_of(rows_.accesses, [&](const RowAccess& row) {
    return row.lowest == &value || row.highest == &value;
  });
}

/// Rows are read by chunks, and executed by runs, until the library has no more of them. A chunk
/// needs nothing of the ones before, as pieces may be executed at different times.
void RowsChecker::check_order() {
  const auto check = [&](const llvm::CallInst& decision, SplitCall which,
                         const llvm::BasicBlock& entry, const llvm::BasicBlock* other) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(decision.getParent()->getTerminator());
    if (!asks(decision, which, split_) || branch == nullptr || !branch->isConditional() ||
        branch->getSuccessor(0) != &entry || (other != nullptr && branch->getSuccessor(1) != other))
      complain(decision, Fault::other_entries);
  };
  const llvm::BasicBlock* chunk = rows_.chunk->getParent();
  const llvm::BasicBlock* run = rows_.run->getParent();
  check(*split_.core, SplitCall::core, *chunk, nullptr);
  check(*rows_.chunk, SplitCall::chunk, *rows_.blocks.front(),
        split_.core->getParent()->getTerminator()->getSuccessor(1));
  check(*rows_.run, SplitCall::run, *split_.core_blocks.front(), chunk);
  if (!chunk->phis().empty() || rows_.blocks.front()->getSinglePredecessor() != chunk ||
      split_.core_blocks.front()->getSinglePredecessor() != run)
    complain(*rows_.chunk, Fault::other_entries);
  for (const auto* blocks : {&rows_.blocks, &split_.core_blocks})
    for (const llvm::BasicBlock* block : *blocks)
      for (const llvm::BasicBlock* next : llvm::successors(block))
        if (next != run && !llvm::is_contained(*blocks, next))
          complain(*block->getTerminator(), Fault::rows_on_other_paths);
}

/// Both copies use the current bounds.
void RowsChecker::check_same_ways() {
  if (const llvm::BasicBlock* other = ways_.first_difference())
    return complain(*other->getTerminator(), Fault::rows_on_other_paths);
  for (const auto& [block, copy] : ways_.all())
    for (const llvm::Instruction& bound : *copy)
      for (const llvm::Instruction& other : *block)
        if ((calls(&bound, SplitCall::first) || calls(&bound, SplitCall::end)) &&
            bound.isIdenticalTo(&other))
          same_.equate(bound, other);
  for (const auto& [block, copy] : ways_.all()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const bool decides = branch == nullptr || branch->isConditional();
    if (block != copy &&
        (!is_in(*copy) || (decides && !same_.is_copy(*copy->getTerminator()->getOperand(0),
                                                     *block->getTerminator()->getOperand(0)))))
      complain(*block->getTerminator(), Fault::rows_on_other_paths);
  }
}

void RowsChecker::check_looking() {
  for (const llvm::BasicBlock* block : rows_.blocks) {
    for (const llvm::Value* operand : block->getTerminator()->operand_values())
      if (depends_on_unknown(*operand))
        complain(*block->getTerminator(), Fault::row_reads_no_address);
    for (const llvm::Instruction& instruction : *block) {
      if (calls(&instruction, SplitCall::readable) && !asks_of_row(instruction))
        complain(instruction, Fault::row_not_reported);
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (load != nullptr && load->isSimple())
        check_read(*load);
      else if (store != nullptr
                   ? !is_variable(*store->getPointerOperand())
                   : !is_known_call(instruction) ||
                         summaries_.obstacle(instruction) != Obstacle::None ||
                         !touches_nothing(instruction, summaries_) || may_trap(instruction))
        complain(instruction, Fault::more_than_looks);
    }
  }
}

/// The inputs of the code that reads rows are reported, unless it computes them.
void RowsChecker::check_inputs() {
  for (const llvm::BasicBlock* block : rows_.blocks)
    for (const llvm::Instruction& instruction : *block)
      for (const llvm::Value* operand : instruction.operand_values()) {
        const auto* outside = llvm::dyn_cast<llvm::Instruction>(operand);
        const bool is_input = llvm::isa<llvm::Argument>(operand) ||
                              (outside != nullptr && !is_in(*outside->getParent()) &&
                               outside != split_.plan && !is_variable(*outside));
        if (is_input && !is_reported(*operand))
          complain(instruction, Fault::row_input_not_reported);
      }
}

/// Whether all bits of the input are reported.
bool RowsChecker::is_reported(const llvm::Value& input) const {
  llvm::Type* type = input.getType();
  const NestShape& shape = description_.shape();
  const auto is_any_reported = [&](llvm::function_ref<bool(const llvm::Value&)> fits) {
    return llvm::any_of(llvm::seq<size_t>(shape.inputs),
                        [&](size_t i) { return fits(description_.number(shape.first_input + i)); });
  };
  if (!type->isSized() || type->isAggregateType()) return false;
  const unsigned bits = split_.plan->getDataLayout().getTypeSizeInBits(input.getType());
  for (unsigned from = 0; from < bits; from += 64)
    if (!is_any_reported(
            [&](const llvm::Value& reported) { return is_piece(reported, input, from); }))
      return false;
  return true;
}

/// An index that is not written yet may have any value.
bool RowsChecker::may_trap(const llvm::Instruction& instruction) {
  return !instruction.isTerminator() && !llvm::isa<llvm::PHINode>(instruction) &&
         !calls(&instruction, SplitCall::row) && !calls(&instruction, SplitCall::readable) &&
         !llvm::isSafeToSpeculativelyExecute(&instruction) && depends_on_unknown(instruction);
}

/// A load that is reported as a value must not be read here.
bool RowsChecker::is_linear(const llvm::LoadInst& load) {
  return llvm::any_of(split_.described, [&](const DescribedAccess& own) {
    return ways_.copy_of(*own.access->getParent()) == load.getParent() &&
           same_.is_copy(*load.getPointerOperand(), *own.address) &&
           description_.of(own).kind != AccessKind::Value;
  });
}

/// The load is one of the core's: a linear one, or one that is reported as an index.
void RowsChecker::check_read(const llvm::LoadInst& load) {
  if (is_variable(*load.getPointerOperand())) return;
  const auto is_read = [&](const DescribedAccess& own) {
    return ways_.copy_of(*own.access->getParent()) == load.getParent() &&
           same_.is_copy(*load.getPointerOperand(), *own.address);
  };
  const bool reads_index = llvm::any_of(
      rows_.accesses, [&](const RowAccess& row) { return is_index(row) && is_read(row.core); });
  if (!is_linear(load) && (!reads_index || depends_on_unknown(*load.getPointerOperand())))
    complain(load, Fault::row_reads_no_address);
}

/// Whether the library is asked for the memory of a row's access, which may be left there.
bool RowsChecker::asks_of_row(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && asks(*call, SplitCall::readable, split_) &&
         is_row_counter(*call->getArgOperand(1));
}

bool RowsChecker::is_checked(const llvm::LoadInst& load) const {
  const uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType());
  return llvm::any_of(*load.getParent(), [&](const llvm::Instruction& instruction) {
    return asks_of_row(instruction) && instruction.comesBefore(&load) &&
           &address_behind(*instruction.getOperand(2)) == load.getPointerOperand() &&
           overlap::number(llvm::cast<llvm::CallInst>(instruction), 3) >= bytes;
  });
}

/// Each time the core reads the index, the library has been asked for it.
bool RowsChecker::is_checked(const RowAccess& row, const llvm::BasicBlock& block) {
  const uint64_t bytes = touched_by(*row.core.access).front().size;
  return llvm::any_of(block, [&](const llvm::Instruction& instruction) {
    return asks_of_row(instruction) &&
           same_.is_copy(address_behind(*instruction.getOperand(2)), *row.core.address) &&
           overlap::number(llvm::cast<llvm::CallInst>(instruction), 3) >= bytes;
  });
}

/// Whether the value needs a read that may find another value than in the core: one at an address
/// that is not reported as linear, for which the library is not asked.
bool RowsChecker::depends_on_unknown(const llvm::Value& value) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  llvm::SmallVector<const llvm::Value*, 16> open = {&value};
  while (!open.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (instruction == nullptr || !is_in(*instruction->getParent()) ||
        !seen.insert(instruction).second)
      continue;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
    if (load != nullptr && !is_linear(*load) && !is_checked(*load)) return true;
    open.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return false;
}

bool RowsChecker::is_index(const RowAccess& row) const {
  const AccessKind kind = description_.of(row.core).kind;
  return kind == AccessKind::Index || kind == AccessKind::Checked;
}

/// The description contains the position of the access among those of rows, and its size.
void RowsChecker::check_description(const RowAccess& row, unsigned number) {
  const AccessShape& shape = description_.of(row.core);
  const auto before = llvm::ArrayRef(description_.shape().accesses).take_front(row.core.number);
  if (!is_of_row(shape.kind) || (shape.kind == AccessKind::Gathered) != row.is_gathered() ||
      llvm::count_if(before, [](const AccessShape& one) { return is_of_row(one.kind); }) != number)
    complain(*row.core.access, Fault::access_of_other_plan);
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(&description_.bytes(shape));
  for (const DescribedAccess* own : {&row.core, &row.rest}) {
    const auto touched = touched_by(*own->access);
    if (touched.size() != 1 || touched.front().written != (shape.kind == AccessKind::Scattered) ||
        touched.front().address != own->address || own->number != row.core.number)
      complain(*own->access, Fault::unusual_access_of_part);
    else if (touched.front().bytes != nullptr || bytes == nullptr ||
             touched.front().size > bytes->getZExtValue())
      complain(*own->access, Fault::row_not_covered);
  }
  if (!row.is_gathered() && !is_reported_in_latch(row, number))
    complain(*row.core.access, Fault::row_not_reported);
}

/// Whether the value is the number of the row, in each iteration.
bool RowsChecker::is_row_counter(const llvm::Value& value) const {
  const auto* counter = llvm::dyn_cast<llvm::PHINode>(&value);
  if (counter == nullptr || counter->getParent() != loop_->getHeader()) return false;
  const auto* count =
      llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::PHINode*>(counter)));
  const auto* first =
      count == nullptr ? nullptr : llvm::dyn_cast<llvm::SCEVUnknown>(count->getStart());
  const auto* bound =
      first == nullptr ? nullptr : llvm::dyn_cast<llvm::CallInst>(first->getValue());
  return bound != nullptr && asks(*bound, SplitCall::first, split_) &&
         overlap::number(*bound, 1) == 0 && is_in(*bound->getParent()) && count->isAffine() &&
         count->getLoop()->getHeader() == loop_->getHeader() &&
         count->getStepRecurrence(evolution_)->isOne();
}

/// At the end of each row the variables are reported as those of the row's iteration.
bool RowsChecker::is_reported_in_latch(const RowAccess& row, unsigned number) const {
  for (const llvm::Instruction& instruction : *loop_->getLoopLatch()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || !asks(*call, SplitCall::row, split_) ||
        overlap::number(*call, 2) != number)
      continue;
    const auto is_loaded = [&](const llvm::Value* value, const llvm::AllocaInst* variable) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
      return load != nullptr && load->getPointerOperand() == variable &&
             load->getParent() == call->getParent() &&
             llvm::none_of(variable->users(), [&](const llvm::User* user) {
               const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
               return store != nullptr && store->getParent() == load->getParent() &&
                      load->comesBefore(store);
             });
    };
    return is_row_counter(*call->getArgOperand(1)) &&
           is_loaded(call->getArgOperand(3), row.lowest) &&
           is_loaded(call->getArgOperand(4), row.highest);
  }
  return false;
}

}  // namespace bamboo::overlap
