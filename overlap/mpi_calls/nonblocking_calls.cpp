// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/nonblocking_calls.h"

#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral waitall = "MPI_Waitall";

std::optional<Completion> completion_named(llvm::StringRef name, const llvm::CallBase& call) {
  const auto argument = [&](unsigned index) { return call.getArgOperand(index); };
  if (name == "MPI_Wait" && call.arg_size() == 2)
    return Completion{nullptr, argument(0), argument(1), nullptr};
  if (name == waitall && call.arg_size() == 3)
    return Completion{argument(0), argument(1), argument(2), nullptr};
  if (name == fortran_name("MPI_Wait") && call.arg_size() == 3)
    return Completion{nullptr, argument(0), argument(1), argument(2)};
  if (name == fortran_name(waitall) && call.arg_size() == 4)
    return Completion{argument(0), argument(1), argument(2), argument(3)};
  return std::nullopt;
}

}  // namespace

const Operation* started_operation(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return nullptr;
  const llvm::StringRef name = callee->getName();
  const Operation* operation = operation_started_by(name);
  if (operation == nullptr) operation = operation_prepared_by(name);
  if (operation == nullptr) return nullptr;
  const bool has_status = operation->arguments.back() == role::status;
  const size_t expected =
      operation->arguments.size() + (has_status ? 0 : 1) + (is_fortran(call) ? 1 : 0);
  return call.arg_size() == expected ? operation : nullptr;
}

const Operation* operation_of(const llvm::CallBase& call) {
  const Operation* operation = blocking_operation(call);
  return operation != nullptr ? operation : started_operation(call);
}

std::optional<Completion> completion_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  const bool is_mpis = callee != nullptr && callee->isDeclaration();
  return is_mpis || is_waitall(call) ? waited_for(call) : std::nullopt;
}

std::optional<Completion> waited_for(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (!callee->isDeclaration() && !name.consume_front(guard_prefix)) return std::nullopt;
  return completion_named(name, call);
}

bool starts_message(const llvm::CallBase& call) {
  const Operation* operation = started_operation(call);
  return operation != nullptr && operation->kind == Kind::PointToPoint &&
         is_spelling_of(call.getCalledFunction()->getName(), operation->nonblocking);
}

bool waits_for_neighbours(const llvm::CallBase& call) {
  if (completion_of(call)) return true;
  const Operation* operation = blocking_operation(call);
  return operation != nullptr &&
         (operation->kind == Kind::Exchange || operation->name.contains("Neighbor") ||
          (operation->kind == Kind::PointToPoint && !operation->is_send()));
}

bool is_half(const llvm::CallBase& call) {
  return started_operation(call) != nullptr || completion_of(call);
}

bool is_waitall(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() != 3) return false;
  llvm::StringRef name = callee->getName();
  return (callee->isDeclaration() || name.consume_front(guard_prefix)) && name == waitall;
}

}  // namespace bamboo::overlap
