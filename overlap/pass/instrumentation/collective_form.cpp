// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/collective_form.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

/// Makes the function that asks on behalf of one of MPI's.
class FormBuilder {
 public:
  FormBuilder(const llvm::CallInst& call, const Operation& operation, const Abi& abi,
              const std::string& name)
      : operation_(operation),
        abi_(abi),
        module_(*const_cast<llvm::Module*>(call.getModule())),
        form_(llvm::Function::Create(call.getFunctionType(), llvm::Function::InternalLinkage, name,
                                     module_)),
        begins_window_(operation_started_by(call.getCalledFunction()->getName()) != nullptr),
        builder_(module_.getContext()) {}

  llvm::Function& run() {
    auto* blocks = block("blocks");
    auto* starts = block("starts");
    llvm::BasicBlock* asks = llvm::BasicBlock::Create(module_.getContext(), "asks", form_, blocks);
    builder_.SetInsertPoint(asks);
    llvm::Value* request = nullptr;
    if (begins_window_)
      request = form_->getArg(request_index());
    else
      request = builder_.CreateAlloca(abi_.request_type());
    llvm::Value* nonblocking = builder_.CreateCall(
        module_.getOrInsertFunction(abi_.is_fortran() ? "bamboo_overlap_is_nonblocking_fortran"
                                                      : "bamboo_overlap_is_nonblocking",
                                    builder_.getInt32Ty(), communicator()->getType()),
        communicator());
    builder_.CreateCondBr(builder_.CreateIsNotNull(nonblocking), starts, blocks);

    builder_.SetInsertPoint(blocks);
    if (begins_window_) set_to_nothing(*request);
    llvm::CallInst* at_once = call(operation_.name, arguments(nullptr));
    at_once->setTailCall();
    leave(at_once);

    builder_.SetInsertPoint(starts);
    llvm::CallInst* started = call(operation_.nonblocking, arguments(request));
    if (begins_window_) {
      started->setTailCall();
      leave(started);
    } else {
      wait_for(*request, started);
    }
    return *form_;
  }

 private:
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, form_);
  }

  unsigned request_index() const { return operation_.arguments.size(); }
  llvm::Argument* communicator() {
    return form_->getArg(operation_.arguments.find(role::communicator));
  }

  /// Without a request those of the blocking call. Fortran's error code is the last one.
  llvm::SmallVector<llvm::Value*, 12> arguments(llvm::Value* request) {
    llvm::SmallVector<llvm::Value*, 12> all;
    for (unsigned i = 0; i < operation_.arguments.size(); ++i) all.push_back(form_->getArg(i));
    if (request != nullptr) all.push_back(request);
    if (abi_.is_fortran()) all.push_back(error_variable());
    return all;
  }
  llvm::Value* error_variable() { return form_->getArg(form_->arg_size() - 1); }

  llvm::CallInst* call(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 12> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    const std::string symbol = abi_.is_fortran() ? fortran_name(name) : name.str();
    return builder_.CreateCall(
        module_.getOrInsertFunction(symbol,
                                    llvm::FunctionType::get(form_->getReturnType(), types, false)),
        arguments);
  }

  void leave(llvm::Value* error) {
    abi_.is_fortran() ? builder_.CreateRetVoid() : builder_.CreateRet(error);
  }

  void set_to_nothing(llvm::Value& request) {
    if (abi_.is_fortran())  // a unit may not show which MPI's null request that is
      builder_.CreateCall(module_.getOrInsertFunction("bamboo_overlap_no_request_fortran",
                                                      builder_.getVoidTy(), request.getType()),
                          &request);
    else
      builder_.CreateStore(abi_.null_request(module_), &request);
  }

  /// When the initiation has failed there is nothing to wait for.
  void wait_for(llvm::Value& request, llvm::CallInst* started) {
    auto* waits = block("waits");
    auto* failed = block("failed");
    llvm::Value* error = started;
    if (abi_.is_fortran()) error = builder_.CreateLoad(builder_.getInt32Ty(), error_variable());
    builder_.CreateCondBr(builder_.CreateIsNotNull(error), failed, waits);
    builder_.SetInsertPoint(failed);
    leave(error);
    builder_.SetInsertPoint(waits);
    if (!abi_.is_fortran()) return leave(call("MPI_Wait", {&request, abi_.ignored_status()}));
    // Any memory will do: the ignored status is in a common block that this unit may not have.
    constexpr unsigned kLargestStatus = 32;
    auto* type = llvm::ArrayType::get(builder_.getInt32Ty(), kLargestStatus);
    auto* status = new llvm::AllocaInst(type, 0, "status", form_->getEntryBlock().begin());
    call("MPI_Wait", {&request, status, error_variable()});
    leave(nullptr);
  }

  const Operation& operation_;
  const Abi& abi_;
  llvm::Module& module_;
  llvm::Function* form_;
  bool begins_window_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

void CollectiveForms::ask(llvm::CallInst& call, const Operation& operation, const Abi& abi) {
  calls_.push_back({&call, &operation, abi});
}

void CollectiveForms::insert() {
  for (const auto& [call, operation, abi] : calls_) {
    const std::string name = (kGuardPrefix + call->getCalledFunction()->getName()).str();
    llvm::Function* known = call->getModule()->getFunction(name);
    const bool fits = known != nullptr && known->getFunctionType() == call->getFunctionType();
    call->setCalledFunction(fits ? known : &FormBuilder(*call, *operation, abi, name).run());
  }
}

}  // namespace bamboo::overlap
