// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/argument_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

const llvm::ConstantInt* constant_of_32_bits(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(value);
  return constant != nullptr && constant->getType()->isIntegerTy(32) ? constant : nullptr;
}

/// True when the call reads the variable and does nothing else with it.
bool only_reads(const llvm::CallBase& call, const llvm::AllocaInst& variable) {
  if (call.isLifetimeStartOrEnd()) return true;
  if (const auto completes = completion_of(call)) return completes->count == &variable;
  const llvm::Function* callee = call.getCalledFunction();
  const Operation* operation = callee == nullptr ? nullptr : operation_of(call);
  for (const auto [index, argument] : llvm::enumerate(call.args())) {
    if (argument.get() != &variable) continue;
    const bool is_value = operation != nullptr && index < operation->arguments.size() &&
                          llvm::StringRef("ntomv").contains(operation->arguments[index]);
    if (!is_value) return false;
  }
  return callee != nullptr;
}

/// The constant that is stored into the variable, when nothing else writes it.
const llvm::ConstantInt* only_value_of(const llvm::AllocaInst& variable) {
  const llvm::ConstantInt* found = nullptr;
  for (const llvm::User* user : variable.users()) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const auto* constant = constant_of_32_bits(store->getValueOperand());
      if (found != nullptr || constant == nullptr) return nullptr;
      found = constant;
      continue;
    }
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const bool is_read =
        llvm::isa<llvm::LoadInst>(user) || (call != nullptr && only_reads(*call, variable));
    if (!is_read) return nullptr;
  }
  return found;
}

/// True for a load that may be one of ours.
bool is_number(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && load->isSimple() && load->getType()->isIntegerTy(32);
}

}  // namespace

const llvm::ConstantInt* constant_argument(const llvm::Value& argument) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&argument)) return constant;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&argument))
    return global->isConstant() && global->hasDefinitiveInitializer()
               ? constant_of_32_bits(global->getInitializer())
               : nullptr;
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&argument);
  return variable == nullptr ? nullptr : only_value_of(*variable);
}

llvm::Value* argument_value(const llvm::CallBase& call, unsigned index) {
  llvm::Value* argument = call.getArgOperand(index);
  if (!is_fortran(call)) return argument;
  if (const auto* constant = constant_argument(*argument))
    return const_cast<llvm::ConstantInt*>(constant);
  for (const llvm::Instruction* before = call.getPrevNode();
       before != nullptr && is_number(*before); before = before->getPrevNode())
    if (before->getOperand(0) == argument) return const_cast<llvm::Instruction*>(before);
  return nullptr;
}

ArgumentLoads load_arguments(llvm::Function& function) {
  ArgumentLoads reads;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr || !is_fortran(*call)) continue;
    const Operation* operation = operation_of(*call);
    if (operation == nullptr) continue;
    for (const auto [index, letter] : llvm::enumerate(operation->arguments)) {
      if ((letter != role::count && letter != role::type) ||
          argument_value(*call, index) != nullptr)
        continue;
      llvm::IRBuilder<> builder(call);
      reads.emplace_back(
          builder.CreateLoad(builder.getInt32Ty(), call->getArgOperand(index), "bamboo.number"));
    }
  }
  return reads;
}

void drop_unused_loads(llvm::ArrayRef<llvm::WeakTrackingVH> reads) {
  for (const llvm::WeakTrackingVH& read : reads)
    if (auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(read); load && load->use_empty())
      load->eraseFromParent();
}

}  // namespace bamboo::overlap
