// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/call_form.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "pass/completions/guarded_wait.h"
#include "pass/instrumentation/form_builder.h"
#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

static_assert(offsetof(bamboo_window_trial, summed) == 24 && sizeof(bamboo_window_trial) == 48);

/// `struct bamboo_window_trial` of a window.
llvm::GlobalVariable* make_trial(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  auto* wide = llvm::Type::getInt64Ty(context);
  auto* word = llvm::Type::getInt32Ty(context);
  auto* type = llvm::StructType::get(
      context, {wide, wide, wide, llvm::PointerType::getUnqual(context), word, word, word});
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                  llvm::Constant::getNullValue(type), "bamboo.trial");
}

/// The status of a receive, which the blocking call fills at the place of the initiation.
llvm::Value* status_of(const CallPair& pair) {
  return pair.operation->arguments.back() == role::status ? pair.completion->getArgOperand(1)
                                                          : nullptr;
}

bool may_go_back(const CallPair& pair, const llvm::DominatorTree& dominators) {
  const llvm::Module& module = *pair.initiation->getModule();
  if (!pair.abi->is_null_request_certain(module)) return false;
  if (pair.operation->is_collective()) return true;
  const bool is_first_of_exchange = pair.twin != nullptr && !pair.operation->is_send();
  const auto* status = llvm::dyn_cast_or_null<llvm::Instruction>(status_of(pair));
  return !is_first_of_exchange &&
         (status == nullptr || dominators.dominates(status, pair.initiation));
}

/// If the call has become blocking again, its completion has nothing to wait for. In Fortran it
/// stores that there is no error.
void end_window(CallPair& pair, llvm::GlobalVariable& trial) {
  const bool says_error = pair.abi->is_fortran() && pair.operation->is_collective();
  if (!says_error && !is_guarded(pair)) guard(pair);
  for (llvm::CallInst* completion : pair.completions()) {
    completion->setCalledFunction(pair.completion->getFunctionType(),
                                  pair.completion->getCalledOperand());
    llvm::IRBuilder<> builder(completion);
    builder.CreateCall(
        completion->getModule()->getOrInsertFunction(
            pair.abi->is_fortran() ? "bamboo_window_ends_fortran" : "bamboo_window_ends",
            builder.getVoidTy(), trial.getType(), pair.request->getType()),
        {&trial, pair.request});
  }
}

/// The function gets the values that its decision depends on.
llvm::CallInst& call_form(const FormedCall& one) {
  llvm::CallInst& call = *one.call;
  if (!begins_window(one)) {
    call.setCalledFunction(&form_function(one));
    return call;
  }
  llvm::SmallVector<llvm::Value*, 12> arguments(call.args());
  arguments.append(window_arguments(one));
  llvm::IRBuilder<> builder(&call);
  llvm::CallInst* made = builder.CreateCall(&form_function(one), arguments);
  made->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
  return *made;
}

}  // namespace

void CallForms::ask_collective(CallPair& pair) {
  calls_.push_back({pair.initiation, pair.operation, *pair.abi});
}

void CallForms::ask_window(CallPair& pair, bool pays, const llvm::DominatorTree& dominators) {
  const bool tries = may_go_back(pair, dominators);
  if (!tries && !pair.operation->is_collective()) return;
  FormedCall one{pair.initiation, pair.operation, *pair.abi, pays};
  if (tries) {
    one.trial = make_trial(*pair.initiation->getModule());
    one.status = status_of(pair);
    end_window(pair, *one.trial);
  }
  calls_.push_back(one);
}

void CallForms::insert() {
  for (FormedCall& one : calls_) one.call = &call_form(one);
}

}  // namespace bamboo::overlap
