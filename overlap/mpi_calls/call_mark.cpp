// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/call_mark.h"

#include <llvm/IR/InstIterator.h>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral mark_attribute = "bamboo-gain";

}  // namespace

llvm::StringRef mark_of(const llvm::CallBase& call) {
  return call.getAttributes().getFnAttr(mark_attribute).getValueAsString();
}

void set_mark(llvm::CallBase& call, llvm::StringRef mark) {
  call.addFnAttr(llvm::Attribute::get(call.getContext(), mark_attribute, mark));
}

void for_each_call_of_mpi(llvm::Function& function,
                          llvm::function_ref<void(llvm::CallBase&)> visit) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && is_mpi_function(*callee)) visit(*call);
  }
}

bool has_calls_of_mpi(llvm::Function& function) {
  bool found = false;
  for_each_call_of_mpi(function, [&](const llvm::CallBase& /*call*/) { found = true; });
  return found;
}

void number_calls(llvm::Module& module) {
  unsigned number = 0;
  for (llvm::Function& function : module)
    for_each_call_of_mpi(function,
                         [&](llvm::CallBase& call) { set_mark(call, std::to_string(number++)); });
}

}  // namespace bamboo::overlap
