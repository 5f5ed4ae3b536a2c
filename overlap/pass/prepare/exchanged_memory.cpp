// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/exchanged_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "effects/dependence.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// Variables and arrays that are different memory, in all iterations. Pointers are followed through
/// the loop's phis.
class Variables {
 public:
  void add(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*, 4> found;
    if (pointer != nullptr) llvm::getUnderlyingObjects(pointer, found, nullptr, 0);
    all_known_ &= !found.empty() && llvm::all_of(found, llvm::isIdentifiedObject);
    all_.insert(found.begin(), found.end());
  }
  void add_unknown() { all_known_ = false; }

  bool may_meet(const Variables& other) const {
    return !all_known_ || !other.all_known_ ||
           llvm::any_of(all_, [&](const llvm::Value* one) { return other.all_.contains(one); });
  }
  bool empty() const { return all_known_ && all_.empty(); }

 private:
  llvm::SmallPtrSet<const llvm::Value*, 8> all_;
  bool all_known_ = true;
};

bool is_note(const llvm::Instruction& instruction) {
  return is_annotation(instruction) || instruction.isLifetimeStartOrEnd();
}

void add_received(const llvm::CallBase& call, Variables& written) {
  const Operation* operation = blocking_operation(call);
  if (completion_of(call)) written.add_unknown();
  if (operation == nullptr) return;
  const Abi abi(*operation, call);
  if (may_touch_anything(*operation, call, abi)) return written.add_unknown();
  for (const Access& access : accesses_of(*operation, call, abi))
    if (access.written && access.role != AccessRole::Status) written.add(access.memory.Ptr);
}

void add_written(const llvm::Instruction& instruction, Variables& written) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call != nullptr && (operation_of(*call) != nullptr || completion_of(*call)))
    return add_received(*call, written);
  if (!instruction.mayWriteToMemory() || is_note(instruction)) return;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return written.add(store->getPointerOperand());
  const auto* filled = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  return filled == nullptr ? written.add_unknown() : written.add(filled->getRawDest());
}

Variables touched_by(const llvm::Loop& nest) {
  Variables touched;
  for (const llvm::BasicBlock* block : nest.blocks())
    for (const llvm::Instruction& instruction : *block) {
      if (!instruction.mayReadOrWriteMemory() || is_note(instruction)) continue;
      if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction))
        touched.add(pointer);
      else
        touched.add_unknown();
    }
  return touched;
}

}  // namespace

bool may_change(llvm::ArrayRef<llvm::Instruction*> exchange, const llvm::Loop& nest) {
  Variables written;
  for (const llvm::Instruction* instruction : exchange) add_written(*instruction, written);
  return !written.empty() && written.may_meet(touched_by(nest));
}

}  // namespace bamboo::overlap
