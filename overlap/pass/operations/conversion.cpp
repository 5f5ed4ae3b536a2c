// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/conversion.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "mpi_calls/call_mark.h"
#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/result_uses.h"

namespace bamboo::overlap {
namespace {

/// The two operations of an MPI_Sendrecv, with the arguments of each. The receive comes first, so
/// that it is posted when the message arrives.
struct Part {
  llvm::StringLiteral name;
  unsigned first, last;  ///< arguments of MPI_Sendrecv, without the communicator and the status
};
constexpr Part receive_part = {"MPI_Recv", 5, 10};
constexpr Part send_part = {"MPI_Send", 0, 5};
constexpr unsigned exchange_communicator = 10;

class Converter {
 public:
  Converter(const Operation& operation, llvm::CallInst& call, const Abi& abi)
      : operation_(operation),
        call_(call),
        abi_(abi),
        module_(*call.getModule()),
        builder_(&call),
        has_status_(operation.arguments.back() == role::status &&
                    (abi.is_fortran() || may_read_status(call))) {}

  Conversion run() {
    Conversion done;
    // Reads the arguments before code is inserted between the call and the instructions before it.
    const Accesses touched = accesses_of(operation_, call_, abi_, has_status_);
    if (operation_.kind == Kind::Exchange) {
      done.pairs.push_back(initiate(*operation_named(receive_part.name), part(receive_part)));
      done.pairs.push_back(initiate(*operation_named(send_part.name), part(send_part)));
      // All accesses of the call, the status included, are in flight until the receive is
      // complete; the send's own buffer until the send is.
      for (const Access& access : touched)
        for (const unsigned i : {0, 1})
          if (access.is_argument || i == (access.written ? 0U : 1U))
            done.pairs[i]->flight.push_back(access);
      done.pairs[0]->twin = done.pairs[1].get();
      done.pairs[1]->twin = done.pairs[0].get();
    } else {
      llvm::SmallVector<llvm::Value*, 10> arguments(call_.args());
      arguments.truncate(operation_.arguments.size());  // without Fortran's error code
      if (operation_.arguments.back() == role::status) arguments.pop_back();
      done.pairs.push_back(initiate(operation_, arguments));
      done.pairs[0]->flight = touched;
    }
    llvm::Value* error = nullptr;
    for (size_t i = done.pairs.size(); i-- > 0;) error = complete(*done.pairs[i], i == 0, error);
    done.result = llvm::cast_or_null<llvm::Instruction>(error);
    if (!call_.use_empty()) call_.replaceAllUsesWith(error);
    for (auto& pair : done.pairs) {
      pair->place = call_.getDebugLoc();
      pair->mark = mark_of(call_);
    }
    done.blocking = &call_;
    call_.removeFromParent();
    return done;
  }

 private:
  llvm::SmallVector<llvm::Value*, 10> part(const Part& which) {
    llvm::SmallVector<llvm::Value*, 10> arguments;
    for (unsigned i = which.first; i < which.last; ++i) arguments.push_back(call_.getArgOperand(i));
    arguments.push_back(call_.getArgOperand(exchange_communicator));
    return arguments;
  }

  llvm::AllocaInst* make_request() {
    llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
    llvm::AllocaInst* request = make_variable(abi_.request_type(), "bamboo.request");
    // If an initiation fails and the program continues, its completion must not wait. A completion
    // also stores the null handle.
    llvm::IRBuilder<> at_entry(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    if (!call_.use_empty() || abi_.is_fortran())
      at_entry.CreateStore(abi_.null_request(module_), request);
    return request;
  }

  llvm::AllocaInst* make_variable(llvm::Type* type, const char* name) {
    llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
    return new llvm::AllocaInst(type, 0, name, entry.getFirstInsertionPt());
  }

  /// Fortran's error code: that of the call is made from those of both halves.
  llvm::Value* error_variable() { return call_.getArgOperand(call_.arg_size() - 1); }

  /// The variable for the initiation's error code: a separate one if the code may be read, because
  /// the completion writes one as well.
  llvm::Value* first_error_variable() {
    if (!may_read_error(call_)) return error_variable();
    if (first_error_ == nullptr)
      first_error_ = make_variable(builder_.getInt32Ty(), "bamboo.error");
    return first_error_;
  }

  llvm::CallInst* call(llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 10> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    const std::string symbol = abi_.is_fortran() ? fortran_name(name) : name.str();
    const auto callee =
        module_.getOrInsertFunction(symbol, llvm::FunctionType::get(call_.getType(), types, false));
    llvm::CallInst* made = builder_.CreateCall(callee, arguments);
    made->setDebugLoc(call_.getDebugLoc());
    return made;
  }

  std::unique_ptr<CallPair> initiate(const Operation& operation,
                                     llvm::SmallVector<llvm::Value*, 10> arguments) {
    auto pair = std::make_unique<CallPair>();
    pair->operation = &operation;
    pair->abi.emplace(abi_);
    pair->request = make_request();
    arguments.push_back(pair->request);
    if (abi_.is_fortran()) arguments.push_back(first_error_variable());
    pair->initiation = call(operation.nonblocking, arguments);
    return pair;
  }

  /// Returns the error code of the halves so far, or the instruction that stores it; null when it
  /// is not read.
  llvm::Value* complete(CallPair& pair, bool with_status, llvm::Value* error) {
    if (abi_.is_fortran()) return complete_fortran(pair, with_status);
    llvm::Value* status = abi_.ignored_status();
    if (with_status && has_status_) status = call_.getArgOperand(call_.arg_size() - 1);
    pair.completion = call("MPI_Wait", {pair.request, status});
    if (call_.use_empty()) return nullptr;
    for (llvm::CallInst* half : {pair.initiation, pair.completion}) {
      if (error == nullptr) {
        error = half;
        continue;
      }
      llvm::Value* failed = builder_.CreateIsNotNull(error, "bamboo.failed");
      error = builder_.CreateSelect(failed, error, half, "bamboo.error");
    }
    return error;
  }

  /// The ignored status is in a common block that this unit may not have, so any memory is used.
  llvm::Value* complete_fortran(CallPair& pair, bool with_status) {
    constexpr unsigned largest_status = 32;
    llvm::Value* status = nullptr;
    if (with_status && operation_.arguments.back() == role::status)
      status = call_.getArgOperand(operation_.arguments.size() - 1);
    else
      status = make_variable(llvm::ArrayType::get(builder_.getInt32Ty(), largest_status),
                             "bamboo.status");
    pair.completion = call("MPI_Wait", {pair.request, status, error_variable()});
    if (first_error_ == nullptr) return nullptr;
    llvm::Value* first = builder_.CreateLoad(builder_.getInt32Ty(), first_error_);
    llvm::Value* second = builder_.CreateLoad(builder_.getInt32Ty(), error_variable());
    return builder_.CreateStore(
        builder_.CreateSelect(builder_.CreateIsNotNull(first), first, second), error_variable());
  }

  const Operation& operation_;
  llvm::CallInst& call_;
  const Abi& abi_;
  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  bool has_status_;  ///< that the program may read
  llvm::AllocaInst* first_error_ = nullptr;
};

}  // namespace

Conversion convert(const Operation& operation, llvm::CallInst& call, const Abi& abi) {
  return Converter(operation, call, abi).run();
}

void undo(Conversion& conversion) {
  conversion.blocking->insertBefore(conversion.pairs.back()->completion);
  if (conversion.result != nullptr) conversion.result->replaceAllUsesWith(conversion.blocking);
  // The chain of error codes ends in the halves themselves.
  if (conversion.result != nullptr) {
    llvm::SmallVector<llvm::Instruction*, 8> open = {conversion.result};
    while (!open.empty()) {
      llvm::Instruction* dead = open.pop_back_val();
      if (llvm::isa<llvm::CallInst>(dead) || !dead->use_empty()) continue;
      for (llvm::Value* operand : dead->operand_values())
        if (auto* next = llvm::dyn_cast<llvm::Instruction>(operand)) open.push_back(next);
      dead->eraseFromParent();
    }
  }
  for (auto& pair : conversion.pairs) {
    pair->completion->eraseFromParent();
    pair->initiation->eraseFromParent();
    llvm::SmallVector<llvm::User*, 2> stores(pair->request->users());
    for (llvm::User* store : stores) llvm::cast<llvm::Instruction>(store)->eraseFromParent();
    pair->request->eraseFromParent();
    pair->initiation = pair->completion = conversion.blocking;
    pair->is_reverted = true;
  }
  conversion.blocking = nullptr;
}

void finish(Conversion& conversion) {
  conversion.blocking->deleteValue();
  conversion.blocking = nullptr;
}

}  // namespace bamboo::overlap
