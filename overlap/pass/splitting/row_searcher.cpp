// SPDX-License-Identifier: Apache-2.0
#include "pass/splitting/row_searcher.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "effects/library_functions.h"
#include "pass/splitting/split_calls.h"

namespace bamboo::overlap {

RowSearcher::RowSearcher(SplitNest& split, const LoopNest& nest, llvm::BasicBlock& behind,
                         PointsTo& points_to)
    : split_(split),
      nest_(nest),
      behind_(behind),
      points_to_(points_to),
      function_(*split.plan->getFunction()) {
  // The core is a copy of the rest, block by block.
  for (const auto& [late, early] : llvm::zip_equal(split.rest_blocks, split.core_blocks)) {
    core_[late] = early;
    for (const auto& [one, other] : llvm::zip_equal(*late, *early)) core_[&one] = &other;
  }
}

template <class T>
T* RowSearcher::copy_of(const T* value) const {
  return llvm::cast<T>(static_cast<llvm::Value*>(copies_.lookup(core_.lookup(value))));
}

llvm::SmallVector<llvm::Value*, 8> RowSearcher::make(llvm::Instruction& describes) {
  make_loops();
  copy_core();
  unsigned number = 0;
  for (const NestAccess& access : nest_.accesses) {
    if (access.is_indirect && !access.gather) note(number, access);
    if (access.is_checked) check(access);
    number += access.is_indirect ? 1 : 0;
  }
  report_rows();
  strip();
  return inputs(describes);
}

void RowSearcher::make_loops() {
  llvm::LLVMContext& context = function_.getContext();
  llvm::BasicBlock* core = split_.core_blocks.front();
  auto* chunk = llvm::BasicBlock::Create(context, "bamboo.chunk", &function_, core);
  auto* run = llvm::BasicBlock::Create(context, "bamboo.run", &function_, core);
  for (llvm::BasicBlock* block : split_.core_blocks)
    block->getTerminator()->replaceSuccessorWith(&behind_, run);
  split_.core->getParent()->getTerminator()->replaceSuccessorWith(core, chunk);
  llvm::IRBuilder<> builder(chunk);
  split_.rows.chunk = SplitCalls(builder).call(SplitCall::chunk, split_.plan);
  builder.CreateCondBr(builder.CreateIsNotNull(split_.rows.chunk), core, &behind_);
  builder.SetInsertPoint(run);
  split_.rows.run = SplitCalls(builder).call(SplitCall::run, split_.plan);
  builder.CreateCondBr(builder.CreateIsNotNull(split_.rows.run), core, chunk);
}

void RowSearcher::copy_core() {
  for (llvm::BasicBlock* block : split_.core_blocks) {
    llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, copies_, ".rows", &function_);
    copies_[block] = copy;
    split_.rows.blocks.push_back(copy);
  }
  for (llvm::BasicBlock* copy : split_.rows.blocks)
    for (llvm::Instruction& instruction : *copy) {
      instruction.dropDbgRecords();
      llvm::RemapInstruction(&instruction, copies_,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    }
  for (const auto& [block, copy] : llvm::zip_equal(split_.core_blocks, split_.rows.blocks))
    for (const auto& [one, other] : llvm::zip_equal(*block, *copy)) points_to_.share(other, one);
  split_.rows.chunk->getParent()->getTerminator()->replaceSuccessorWith(split_.core_blocks.front(),
                                                                        split_.rows.blocks.front());
}

/// The variables for the lowest and the highest address of a row. At the beginning of a row, they
/// hold an empty range.
void RowSearcher::note(unsigned number, const NestAccess& access) {
  RowAccess& row = split_.rows.accesses[number];
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::BasicBlock* header = copy_of(nest_.loops.front().loop->getHeader());
  llvm::IRBuilder<> builder(header, header->getFirstNonPHIIt());
  const auto make_variable = [&](uint64_t initial, const char* name) {
    auto* made = new llvm::AllocaInst(builder.getInt64Ty(), 0, name, entry.begin());
    points_to_.add_variable(*made);
    needed_.push_back(builder.CreateStore(builder.getInt64(initial), made));
    return made;
  };
  row.lowest = make_variable(UINT64_MAX, "bamboo.lowest");
  row.highest = make_variable(0, "bamboo.highest");
  auto* read = copy_of(access.instruction);
  llvm::Value* address = read->getOperand(access.operand);
  llvm::Value* first =
      access.ascends_in == nullptr ? nullptr : in_first_iteration(address, *access.ascends_in);
  if (first == nullptr) return widen(row, address, *read, true, true);
  widen(row, first, *copy_of(access.ascends_in->getLoopPreheader())->getTerminator(), true, false);
  llvm::BasicBlock* exit = copy_of(access.ascends_in->getExitBlock());
  widen(row, address, *exit->getFirstNonPHIIt(), false, true);
}

void RowSearcher::widen(const RowAccess& row, llvm::Value* address, llvm::Instruction& before,
                        bool lower, bool upper) {
  llvm::IRBuilder<> builder(&before);
  // An index that is not written yet may be too large for the computation.
  llvm::Value* number = builder.CreateFreeze(builder.CreatePtrToInt(address, builder.getInt64Ty()));
  const auto update = [&](llvm::AllocaInst* variable, llvm::Intrinsic::ID extreme) {
    llvm::Value* known = builder.CreateLoad(builder.getInt64Ty(), variable);
    llvm::Value* now = builder.CreateBinaryIntrinsic(extreme, known, number);
    needed_.push_back(builder.CreateStore(now, variable));
  };
  if (lower) update(row.lowest, llvm::Intrinsic::umin);
  if (upper) update(row.highest, llvm::Intrinsic::umax);
}

/// The value in the copy of a loop of one block, computed again in front of it; null: it depends on
/// more than on the loop's counters.
llvm::Value* RowSearcher::in_first_iteration(llvm::Value* value, const llvm::Loop& loop) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || instruction->getParent() != copy_of(loop.getHeader())) return value;
  llvm::BasicBlock* preheader = copy_of(loop.getLoopPreheader());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
    return phi->getIncomingValueForBlock(preheader);
  if (instruction->mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction)) return nullptr;
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* operand : instruction->operands()) {
    operands.push_back(in_first_iteration(operand, loop));
    if (operands.back() == nullptr) return nullptr;
  }
  llvm::Instruction* first = instruction->clone();
  first->insertBefore(preheader->getTerminator()->getIterator());
  for (const auto& [i, operand] : llvm::enumerate(operands)) first->setOperand(i, operand);
  points_to_.share(*first, *instruction);
  return first;
}

/// The program asks the library whether it may read the index. After the verifier has run, it
/// branches on the answer.
void RowSearcher::check(const NestAccess& access) {
  auto* read = copy_of(access.instruction);
  llvm::IRBuilder<> builder(read);
  SplitCalls calls(builder);
  const uint64_t bytes = read->getDataLayout().getTypeStoreSize(read->getType());
  needed_.push_back(calls.call(SplitCall::readable, split_.plan, counter(),
                               calls.number_of(read->getOperand(access.operand)),
                               builder.getInt64(bytes)));
}

/// A counter that begins with the bound itself counts iterations.
llvm::Value* RowSearcher::counter() {
  const llvm::Loop& rows = *nest_.loops.front().loop;
  llvm::Value* found = nullptr;
  for (llvm::PHINode& phi : copy_of(rows.getHeader())->phis())
    if (calls(phi.getIncomingValueForBlock(copy_of(rows.getLoopPreheader())), SplitCall::first))
      found = &phi;
  return found;
}

void RowSearcher::report_rows() {
  llvm::IRBuilder<> builder(copy_of(nest_.loops.front().loop->getLoopLatch())->getTerminator());
  SplitCalls calls(builder);
  for (const auto& [number, row] : llvm::enumerate(split_.rows.accesses)) {
    if (row.is_gathered()) continue;
    llvm::Value* lowest = builder.CreateLoad(builder.getInt64Ty(), row.lowest);
    llvm::Value* highest = builder.CreateLoad(builder.getInt64Ty(), row.highest);
    needed_.push_back(calls.call(SplitCall::row, split_.plan, counter(), number, lowest, highest));
  }
}

/// Keeps control flow, and the instructions that control flow and addresses depend on.
void RowSearcher::strip() {
  llvm::SmallPtrSet<const llvm::Instruction*, 32> kept(needed_.begin(), needed_.end());
  llvm::SmallVector<llvm::Instruction*, 32> open = needed_;
  for (llvm::BasicBlock* block : split_.rows.blocks) open.push_back(block->getTerminator());
  while (!open.empty()) {
    const llvm::Instruction* instruction = open.pop_back_val();
    kept.insert(instruction);
    for (llvm::Value* operand : instruction->operands())
      if (auto* used = llvm::dyn_cast<llvm::Instruction>(operand))
        if (kept.insert(used).second) open.push_back(used);
  }
  for (llvm::BasicBlock* block : split_.rows.blocks)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (!kept.contains(&instruction)) {
        instruction.replaceAllUsesWith(llvm::PoisonValue::get(instruction.getType()));
        points_to_.forget(instruction);
        instruction.eraseFromParent();
      }
}

/// Passes all bits of the values, in pieces of 64 bits. The reader accepts no aggregates.
llvm::SmallVector<llvm::Value*, 8> RowSearcher::inputs(llvm::Instruction& describes) const {
  llvm::SmallSetVector<llvm::Value*, 8> found;
  for (llvm::BasicBlock* block : split_.rows.blocks)
    for (llvm::Instruction& instruction : *block)
      for (llvm::Value* operand : instruction.operands())
        if (is_input(*operand)) found.insert(operand);
  llvm::IRBuilder<> builder(&describes);
  llvm::SmallVector<llvm::Value*, 8> numbers;
  for (llvm::Value* input : found) {
    llvm::Type* type = input->getType();
    if (type->isPtrOrPtrVectorTy())
      input = builder.CreatePtrToInt(input, type->getWithNewType(builder.getInt64Ty()));
    const unsigned bits = input->getType()->getPrimitiveSizeInBits();
    llvm::Value* number = builder.CreateBitCast(input, builder.getIntNTy(bits));
    for (unsigned from = 0; from < bits; from += 64)
      numbers.push_back(
          SplitCalls(builder).number_of(from == 0 ? number : builder.CreateLShr(number, from)));
  }
  return numbers;
}

bool RowSearcher::is_input(const llvm::Value& value) const {
  if (llvm::isa<llvm::Argument>(value)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && instruction != split_.plan &&
         !llvm::is_contained(split_.rows.blocks, instruction->getParent()) &&
         llvm::none_of(split_.rows.accesses, [&](const RowAccess& row) {
           return row.lowest == instruction || row.highest == instruction;
         });
}

namespace {

/// Records the range of a row in place of the calls that the verifier has seen.
void note_row(llvm::CallInst& mark, const SplitNest& split) {
  const unsigned access = llvm::cast<llvm::ConstantInt>(mark.getArgOperand(2))->getZExtValue();
  llvm::IRBuilder<> builder(split.rows.blocks.front()->getTerminator());
  llvm::Value* noted = SplitCalls(builder).call(SplitCall::noted, split.plan, access);
  llvm::Value* first = SplitCalls(builder).call(SplitCall::first, split.plan, 0);
  builder.SetInsertPoint(&mark);
  auto* reach = llvm::ArrayType::get(builder.getInt64Ty(), 2);
  llvm::Value* row = builder.CreateSub(mark.getArgOperand(1), first);
  for (const unsigned end : {0u, 1u})
    builder.CreateStore(mark.getArgOperand(3 + end),
                        builder.CreateInBoundsGEP(reach, noted, {row, builder.getInt64(end)}));
  mark.eraseFromParent();
}

/// Reads no more rows where the memory of an index may not be final.
void leave_row(llvm::CallInst& asks, const SplitNest& split) {
  llvm::BasicBlock* block = asks.getParent();
  llvm::BasicBlock* next = block->splitBasicBlock(std::next(asks.getIterator()), "bamboo.final");
  block->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(block);
  builder.CreateCondBr(builder.CreateIsNotNull(&asks), next, split.rows.run->getParent());
}

/// Computes the last address of a row in front of the loop that computed it. The loop then has no
/// effect, and the compiler deletes it.
void leave_loops(const SplitNest& split, llvm::FunctionAnalysisManager& analyses,
                 PointsTo& points_to) {
  llvm::Function& function = *split.plan->getFunction();
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::SCEVExpander expander(evolution, function.getDataLayout(), "bamboo.last");
  for (llvm::BasicBlock* block : split.rows.blocks) {
    llvm::Loop* loop = loops.getLoopFor(block);
    if (loop == nullptr || loop->getHeader() != block || !loop->isInnermost() ||
        loop->getLoopPreheader() == nullptr)
      continue;
    llvm::formLCSSA(*loop, dominators, &loops, &evolution);
    llvm::SmallVector<llvm::WeakTrackingVH, 16> dead;
    llvm::rewriteLoopExitValues(loop, &loops,
                                &analyses.getResult<llvm::TargetLibraryAnalysis>(function),
                                &evolution, &analyses.getResult<llvm::TargetIRAnalysis>(function),
                                expander, &dominators, llvm::AlwaysRepl, dead);
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(
        dead, nullptr, nullptr, [&](llvm::Value* value) { points_to.forget(*value); });
  }
}

}  // namespace

void finish_row_search(const SplitNest& split, llvm::FunctionAnalysisManager& analyses,
                       PointsTo& points_to) {
  if (split.rows.accesses.empty()) return;
  llvm::SmallVector<llvm::CallInst*, 4> marks, asked;
  llvm::SmallVector<llvm::AllocaInst*, 8> variables;
  for (const RowAccess& row : split.rows.accesses)
    if (!row.is_gathered()) variables.append({row.lowest, row.highest});
  for (llvm::BasicBlock* block : split.rows.blocks)
    for (llvm::Instruction& instruction : *block)
      if (calls(&instruction, SplitCall::row))
        marks.push_back(llvm::cast<llvm::CallInst>(&instruction));
      else if (calls(&instruction, SplitCall::readable))
        asked.push_back(llvm::cast<llvm::CallInst>(&instruction));
  for (llvm::CallInst* mark : marks) note_row(*mark, split);
  for (llvm::CallInst* one : asked) leave_row(*one, split);
  for (const llvm::AllocaInst* variable : variables) points_to.forget(*variable);
  llvm::DominatorTree dominators(*split.plan->getFunction());
  llvm::PromoteMemToReg(variables, dominators);
  analyses.invalidate(*split.plan->getFunction(), llvm::PreservedAnalyses::none());
  leave_loops(split, analyses, points_to);
}

}  // namespace bamboo::overlap
