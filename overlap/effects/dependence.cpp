// SPDX-License-Identifier: Apache-2.0
#include "effects/dependence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

/// Whether the variable is only loaded and stored, like a register.
bool is_register(const llvm::AllocaInst& variable) {
  return llvm::all_of(variable.uses(), [](const llvm::Use& use) {
    return llvm::isa<llvm::LoadInst>(use.getUser()) ||
           (llvm::isa<llvm::StoreInst>(use.getUser()) &&
            use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex());
  });
}

/// Adds the number that the user computes from a number. Returns false if the user is neither a
/// computation of a number nor a call of the library.
bool follow_number(const llvm::User& user, llvm::SmallSetVector<const llvm::Value*, 16>& numbers) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    if (variable == nullptr || !is_register(*variable)) return false;
    for (const llvm::User* reads : variable->users())
      if (llvm::isa<llvm::LoadInst>(reads)) numbers.insert(reads);
    return true;
  }
  if (split_call(&user)) return true;
  numbers.insert(&user);
  const auto* computes = llvm::dyn_cast<llvm::Operator>(&user);
  return llvm::isa<llvm::FreezeInst, llvm::MinMaxIntrinsic>(user) ||
         (computes != nullptr && llvm::Instruction::isBinaryOp(computes->getOpcode()));
}

/// Whether a number is only reported to the library for splitting nests, which accesses no memory
/// at that address.
bool is_report_only(const llvm::Value& number) {
  llvm::SmallSetVector<const llvm::Value*, 16> numbers;
  numbers.insert(&number);
  for (size_t i = 0; i < numbers.size(); ++i)
    for (const llvm::User* user : numbers[i]->users())
      if (!follow_number(*user, numbers)) return false;
  return true;
}

/// Whether the address of this variable stays in the module: MPI may make a window from an address
/// that it gets.
bool stays_here(const llvm::Value& pointer) {
  return llvm::all_of(pointer.uses(), [](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex() &&
             !store->isVolatile();
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user))
      return llvm::isa<llvm::MemIntrinsic>(intrinsic) || intrinsic->isLifetimeStartOrEnd();
    if (llvm::isa<llvm::GEPOperator>(user)) return stays_here(*user);
    if (llvm::isa<llvm::PtrToIntOperator>(user)) return is_report_only(*user);
    return llvm::isa<llvm::LoadInst>(user);
  });
}

}  // namespace

bool is_annotation(const llvm::Instruction& instruction) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic() &&
         !intrinsic->isLifetimeStartOrEnd();
}

bool touches_nothing(const llvm::Instruction& instruction, const Summaries& summaries) {
  if (!instruction.mayReadOrWriteMemory() || instruction.isDebugOrPseudoInst()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return false;
  return call->onlyAccessesInaccessibleMemory() || summaries.is_arithmetic(*call) ||
         is_annotation(*call) || split_call(call);
}

bool Dependence::collect(const llvm::Instruction& instruction, Accesses& all) const {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) {
    const auto location = llvm::MemoryLocation::getOrNone(&instruction);
    if (location) all.push_back({*location, instruction.mayWriteToMemory(), AccessRole::Memory});
    return location.has_value();
  }
  const Footprint* memory = summaries_.footprint(*call);
  if (memory == nullptr) return false;
  for (const auto& [number, how] : memory->arguments)
    all.push_back({llvm::MemoryLocation::getBeforeOrAfter(call->getArgOperand(number)), how.written,
                   AccessRole::Memory});
  for (const auto& [global, how] : memory->globals)
    all.push_back(
        {llvm::MemoryLocation::getBeforeOrAfter(global), how.written, AccessRole::Memory});
  return true;
}

bool Dependence::may_conflict(const llvm::Instruction& instruction, const Access& access) const {
  if (access.any_instance) return !touches_nothing(instruction, summaries_);
  if (touches_nothing(instruction, summaries_)) return false;
  Accesses own;
  if (llvm::isa<llvm::CallBase>(instruction) && collect(instruction, own))
    return llvm::any_of(own, [&](const Access& one) {
      return (one.written || access.written) && !aliases_.isNoAlias(one.memory, access.memory);
    });
  const llvm::ModRefInfo how = aliases_.getModRefInfo(&instruction, access.memory);
  return llvm::isModSet(how) || (access.written && llvm::isRefSet(how));
}

const Access* Dependence::disturbed(const llvm::Instruction& instruction,
                                    const Accesses& flight) const {
  const auto* found =
      llvm::find_if(flight, [&](const Access& access) { return conflicts(instruction, access); });
  return found == flight.end() ? nullptr : found;
}

bool Dependence::is_private(const llvm::Instruction& instruction) const {
  // Ranks exchange the time.
  if (summaries_.obstacle(instruction) == Obstacle::Clock) return false;
  if (touches_nothing(instruction, summaries_)) return true;
  Accesses all;
  return collect(instruction, all) && llvm::all_of(all, [](const Access& access) {
           const llvm::Value* object = llvm::getUnderlyingObject(access.memory.Ptr);
           if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object))
             return global->hasLocalLinkage() && stays_here(*global);
           return llvm::isa<llvm::AllocaInst>(object) && stays_here(*object);
         });
}

bool Dependence::may_be_ordered(const llvm::Instruction& a, const llvm::Instruction& b) const {
  if (touches_nothing(a, summaries_) || touches_nothing(b, summaries_)) return false;
  if (!a.mayWriteToMemory() && !b.mayWriteToMemory()) return false;
  const auto meets = [&](const llvm::Instruction& one, const llvm::Instruction& other,
                         bool& known) {
    Accesses all;
    known = collect(one, all);
    return known && disturbed(other, all) != nullptr;
  };
  bool known = false;
  const bool first = meets(a, b, known);
  if (known) return first;
  const bool second = meets(b, a, known);
  if (known) return second;
  const auto* call_a = llvm::dyn_cast<llvm::CallBase>(&a);
  const auto* call_b = llvm::dyn_cast<llvm::CallBase>(&b);
  if (call_a == nullptr || call_b == nullptr) return true;
  return llvm::isModOrRefSet(aliases_.getModRefInfo(call_a, call_b)) ||
         llvm::isModOrRefSet(aliases_.getModRefInfo(call_b, call_a));
}

// LLVM's alias analysis covers the function, the points-to sets cover the module.

bool Dependence::conflicts(const llvm::Instruction& instruction, const Access& access) const {
  return may_conflict(instruction, access) &&
         points_to_.meets(points_to_.touched(instruction),
                          points_to_.touched(*access.memory.Ptr, access.written));
}

bool Dependence::ordered(const llvm::Instruction& a, const llvm::Instruction& b) const {
  return may_be_ordered(a, b) && points_to_.meets(points_to_.touched(a), points_to_.touched(b));
}

bool Dependence::apart(const Access& a, const Access& b) const {
  return (!a.any_instance && !b.any_instance && aliases_.isNoAlias(a.memory, b.memory)) ||
         !points_to_.meets(points_to_.touched(*a.memory.Ptr, true),
                           points_to_.touched(*b.memory.Ptr, true));
}

}  // namespace bamboo::overlap
