// SPDX-License-Identifier: Apache-2.0
#include "pass/completions/guarded_wait.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace bamboo::overlap {
namespace {

/// The value by which a completion finds that no operation is pending: one of the program's own
/// finds a count of requests, others find the request.
llvm::Constant& nothing_of(const CallPair& pair) {
  llvm::CallInst& wait = *pair.completion;
  return pair.is_programs_own ? *llvm::Constant::getNullValue(wait.getArgOperand(0)->getType())
                              : *pair.abi->null_request(*wait.getModule());
}

llvm::Function& make_guard(const CallPair& pair, const std::string& name) {
  const llvm::CallInst& wait = *pair.completion;
  llvm::Constant& nothing = nothing_of(pair);
  llvm::Module& module = *const_cast<llvm::Module*>(wait.getModule());
  llvm::LLVMContext& context = module.getContext();
  auto* guard =
      llvm::Function::Create(wait.getFunctionType(), llvm::Function::InternalLinkage, name, module);
  auto* asks = llvm::BasicBlock::Create(context, "asks", guard);
  auto* waits = llvm::BasicBlock::Create(context, "waits", guard);
  auto* nothing_pending = llvm::BasicBlock::Create(context, "nothing", guard);

  llvm::IRBuilder<> builder(asks);
  llvm::Value* found = guard->getArg(0);
  if (!pair.is_programs_own) found = builder.CreateLoad(nothing.getType(), found);
  builder.CreateCondBr(builder.CreateICmpNE(found, &nothing), waits, nothing_pending);

  const bool has_result = !guard->getReturnType()->isVoidTy();  // Fortran's has not
  const auto leave = [&](llvm::Value* result) {
    has_result ? builder.CreateRet(result) : builder.CreateRetVoid();
  };
  builder.SetInsertPoint(waits);
  llvm::SmallVector<llvm::Value*, 3> arguments;
  for (llvm::Argument& argument : guard->args()) arguments.push_back(&argument);
  leave(builder.CreateCall(wait.getFunctionType(), wait.getCalledOperand(), arguments));
  builder.SetInsertPoint(nothing_pending);
  leave(has_result ? llvm::Constant::getNullValue(guard->getReturnType()) : nullptr);
  return *guard;
}

}  // namespace

void guard(CallPair& pair) {
  llvm::CallInst& wait = *pair.completion;
  const std::string name = (guard_prefix + wait.getCalledOperand()->getName()).str();
  llvm::Function* known = wait.getModule()->getFunction(name);
  const bool fits = known != nullptr && known->getFunctionType() == wait.getFunctionType();
  wait.setCalledFunction(fits ? known : &make_guard(pair, name));
}

bool is_guarded(const CallPair& pair) {
  using namespace llvm::PatternMatch;
  const llvm::Function* guard = pair.completion->getCalledFunction();
  if (guard == nullptr || guard->isDeclaration()) return false;
  const llvm::BasicBlock& asks = guard->getEntryBlock();
  const llvm::Constant& nothing = nothing_of(pair);
  const llvm::Value* found = nullptr;
  const llvm::BasicBlock *waits = nullptr, *leaves = nullptr;
  if (!match(asks.getTerminator(),
             m_Br(m_SpecificICmp(llvm::ICmpInst::ICMP_NE, m_Value(found), m_Specific(&nothing)),
                  m_BasicBlock(waits), m_BasicBlock(leaves))))
    return false;
  const llvm::Value* first = guard->getArg(0);
  if (pair.is_programs_own ? found != first : !match(found, m_Load(m_Specific(first))))
    return false;
  const auto waits_so = [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return !instruction.mayWriteToMemory();
    const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
    return call->getParent() == waits && callee != nullptr && callee->isDeclaration() &&
           is_mpi_function(*callee) &&
           llvm::equal(call->args(), guard->args(),
                       [](const llvm::Use& use, const llvm::Argument& argument) {
                         return use.get() == &argument;
                       });
  };
  const auto is_call = [](const auto& one) { return llvm::isa<llvm::CallBase>(one); };
  return waits->getSinglePredecessor() == &asks && llvm::any_of(*waits, is_call) &&
         llvm::all_of(llvm::instructions(*guard), waits_so);
}

}  // namespace bamboo::overlap
