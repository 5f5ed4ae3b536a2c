// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/form_builder.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "mpi_calls/fortran_binding.h"
#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

int known_of(const FormedCall& one) {
  const bool adds_up = one.operation->arguments.contains(role::operation);
  return (adds_up ? bamboo_collective_adds_up : 0) | (one.pays ? bamboo_collective_has_window : 0);
}

llvm::FunctionType* form_type(const FormedCall& one) {
  if (!begins_window(one)) return one.call->getFunctionType();
  llvm::SmallVector<llvm::Type*, 12> types(one.call->getFunctionType()->params());
  for (const llvm::Value* more : window_arguments(one)) types.push_back(more->getType());
  return llvm::FunctionType::get(one.call->getType(), types, false);
}

/// Makes the function that asks on behalf of one of MPI's.
class FormBuilder {
 public:
  FormBuilder(const FormedCall& one, llvm::FunctionType& type, const std::string& name)
      : one_(one),
        operation_(*one.operation),
        abi_(one.abi),
        module_(*one.call->getModule()),
        form_(llvm::Function::Create(&type, llvm::Function::InternalLinkage, name, module_)),
        begins_window_(begins_window(one)),
        mpi_arguments_(one.call->arg_size()),
        builder_(module_.getContext()) {}

  llvm::Function& run() {
    auto* blocks = block("blocks");
    auto* starts = block("starts");
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "asks", form_, blocks));
    llvm::Value* request = begins_window_ ? static_cast<llvm::Value*>(form_->getArg(data_count()))
                                          : builder_.CreateAlloca(abi_.request_type());
    llvm::Value* answer = ask();
    builder_.CreateCondBr(builder_.CreateIsNotNull(answer), starts, blocks);

    builder_.SetInsertPoint(blocks);
    if (begins_window_) set_to_nothing(*request);
    llvm::CallInst* at_once = call(operation_.name, arguments(status()));
    at_once->setTailCall();
    leave(at_once);

    builder_.SetInsertPoint(starts);
    llvm::CallInst* started = call(operation_.nonblocking, arguments(request));
    begins_window_ ? time(*request, *started, *answer) : wait_for(*request, *started);
    return *form_;
  }

 private:
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, form_);
  }

  /// MPI's arguments without the status, the request and Fortran's error code.
  unsigned data_count() const {
    return operation_.arguments.size() - (operation_.arguments.back() == role::status ? 1 : 0);
  }

  /// The i-th argument after MPI's arguments, in the order of window_arguments().
  llvm::Argument* window_argument(unsigned i) { return form_->getArg(mpi_arguments_ + i); }
  llvm::Argument* trial() { return window_argument(operation_.is_collective() ? 1 : 0); }
  llvm::Argument* status() { return one_.status == nullptr ? nullptr : window_argument(1); }

  llvm::Value* ask() {
    llvm::Type* word = builder_.getInt32Ty();
    if (!operation_.is_collective())
      return builder_.CreateCall(
          module_.getOrInsertFunction("bamboo_window_form", word, trial()->getType()), trial());
    llvm::Value* communicator = form_->getArg(operation_.arguments.find(role::communicator));
    llvm::Value* known = begins_window_ ? static_cast<llvm::Value*>(window_argument(0))
                                        : builder_.getInt32(known_of(one_));
    llvm::Value* window = begins_window_ ? static_cast<llvm::Value*>(trial())
                                         : llvm::Constant::getNullValue(builder_.getPtrTy());
    return builder_.CreateCall(
        module_.getOrInsertFunction(
            abi_.is_fortran() ? "bamboo_overlap_form_fortran" : "bamboo_overlap_form", word,
            communicator->getType(), word, builder_.getPtrTy()),
        {communicator, known, window});
  }

  /// The arguments of an MPI function. `last` is its status or its request; null if it has neither.
  llvm::SmallVector<llvm::Value*, 12> arguments(llvm::Value* last) {
    llvm::SmallVector<llvm::Value*, 12> all;
    for (unsigned i = 0; i < data_count(); ++i) all.push_back(form_->getArg(i));
    if (last != nullptr) all.push_back(last);
    if (abi_.is_fortran()) all.push_back(error_variable());
    return all;
  }
  llvm::Value* error_variable() { return form_->getArg(mpi_arguments_ - 1); }

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

  llvm::Value* error_of(llvm::CallInst& started) {
    if (!abi_.is_fortran()) return &started;
    return builder_.CreateLoad(builder_.getInt32Ty(), error_variable());
  }

  void time(llvm::Value& request, llvm::CallInst& started, llvm::Value& answer) {
    auto* asks_time = block("asks_time");
    auto* times = block("times");
    auto* leaves = block("leaves");
    llvm::Value* is_timed =
        builder_.CreateICmpEQ(&answer, builder_.getInt32(bamboo_call_starts_timed));
    builder_.CreateCondBr(is_timed, asks_time, leaves);
    builder_.SetInsertPoint(asks_time);
    builder_.CreateCondBr(builder_.CreateIsNull(error_of(started)), times, leaves);
    builder_.SetInsertPoint(times);
    builder_.CreateCall(
        module_.getOrInsertFunction(
            abi_.is_fortran() ? "bamboo_window_begins_fortran" : "bamboo_window_begins",
            builder_.getVoidTy(), trial()->getType(), request.getType()),
        {trial(), &request});
    builder_.CreateBr(leaves);
    builder_.SetInsertPoint(leaves);
    leave(&started);
  }

  /// When the initiation has failed there is nothing to wait for.
  void wait_for(llvm::Value& request, llvm::CallInst& started) {
    auto* waits = block("waits");
    auto* failed = block("failed");
    llvm::Value* error = error_of(started);
    builder_.CreateCondBr(builder_.CreateIsNotNull(error), failed, waits);
    builder_.SetInsertPoint(failed);
    leave(error);
    builder_.SetInsertPoint(waits);
    if (!abi_.is_fortran()) return leave(call("MPI_Wait", {&request, abi_.ignored_status()}));
    // Any memory will do: the ignored status is in a common block that this unit may not have.
    constexpr unsigned largest_status = 32;
    auto* type = llvm::ArrayType::get(builder_.getInt32Ty(), largest_status);
    auto* status = new llvm::AllocaInst(type, 0, "status", form_->getEntryBlock().begin());
    call("MPI_Wait", {&request, status, error_variable()});
    leave(nullptr);
  }

  const FormedCall& one_;
  const Operation& operation_;
  const Abi& abi_;
  llvm::Module& module_;
  llvm::Function* form_;
  bool begins_window_;
  unsigned mpi_arguments_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

bool begins_window(const FormedCall& one) {
  return operation_started_by(one.call->getCalledFunction()->getName()) != nullptr;
}

llvm::SmallVector<llvm::Value*, 3> window_arguments(const FormedCall& one) {
  llvm::LLVMContext& context = one.call->getContext();
  llvm::SmallVector<llvm::Value*, 3> more;
  if (one.operation->is_collective())
    more.push_back(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), known_of(one)));
  more.push_back(one.trial != nullptr
                     ? static_cast<llvm::Value*>(one.trial)
                     : llvm::Constant::getNullValue(llvm::PointerType::getUnqual(context)));
  if (one.status != nullptr) more.push_back(one.status);
  return more;
}

llvm::Function& form_function(const FormedCall& one) {
  const std::string name = (guard_prefix + one.call->getCalledFunction()->getName()).str();
  llvm::FunctionType* type = form_type(one);
  llvm::Function* known = one.call->getModule()->getFunction(name);
  const bool fits = known != nullptr && known->getFunctionType() == type;
  return fits ? *known : FormBuilder(one, *type, name).run();
}

}  // namespace bamboo::overlap
