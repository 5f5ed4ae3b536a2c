// SPDX-License-Identifier: Apache-2.0
#include "pass/prepare/unchanged_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {

llvm::Instruction* UnchangedLoads::last_write(const llvm::LoadInst& load,
                                              llvm::ArrayRef<llvm::Instruction*> instructions) {
  if (!effects_) effects_.emplace(module_, analyses_, summaries_);
  auto& function = const_cast<llvm::Function&>(*load.getFunction());
  const Dependence dependence(analyses_.getResult<llvm::AAManager>(function), summaries_,
                              effects_->points_to);
  const Access loaded{
      llvm::MemoryLocation::getBeforeOrAfter(load.getPointerOperand(), load.getAAMetadata()), false,
      AccessRole::memory};
  const auto found = llvm::find_if(llvm::reverse(instructions), [&](const llvm::Instruction* one) {
    return may_write(*one, loaded, dependence);
  });
  return found == instructions.rend() ? nullptr : *found;
}

bool UnchangedLoads::may_write(const llvm::Instruction& instruction, const Access& loaded,
                               const Dependence& dependence) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const bool is_message =
      call != nullptr && (operation_of(*call) != nullptr || completion_of(*call));
  return is_message ? may_receive(*call, loaded, dependence)
                    : dependence.conflicts(instruction, loaded);
}

/// What a call of MPI writes, and what is in flight until it.
bool UnchangedLoads::may_receive(const llvm::CallBase& call, const Access& loaded,
                                 const Dependence& dependence) {
  auto& function = const_cast<llvm::Function&>(*call.getFunction());
  Accesses touched;
  if (const Operation* operation = blocking_operation(call)) {
    const Abi abi(*operation, call);
    if (may_touch_anything(*operation, call, abi)) return true;
    touched = accesses_of(*operation, call, abi);
  } else if (const auto started = effects_->requests.started_by(call)) {
    if (touches_anything(call)) return true;
    touched = *started;
  } else {
    auto completed = effects_->requests.completed_by(
        call, analyses_.getResult<llvm::DominatorTreeAnalysis>(function),
        analyses_.getResult<llvm::LoopAnalysis>(function));
    if (std::holds_alternative<Reason>(completed)) return true;
    touched = std::get<Accesses>(std::move(completed));
  }
  return llvm::any_of(touched, [&](const Access& access) {
    return access.written && !dependence.apart(access, loaded);
  });
}

}  // namespace bamboo::overlap
