// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/function_traits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral kKeepNoAddress[] = {
#define KEEPS_NO_ADDRESS(name) name,
#include "mpi_calls/functions.inc"
    "Bamboo_Control_close"};

constexpr llvm::StringLiteral kKeepTypes[] = {
#define KEEPS_TYPES(name) name,
#include "mpi_calls/functions.inc"
};

constexpr llvm::StringLiteral kWriteArgumentsOnly[] = {
#define WRITES_ARGUMENTS_ONLY(name) name,
#include "mpi_calls/functions.inc"
    "Bamboo_Control_close"};

constexpr LocalInquiry kInquiries[] = {
#define INQUIRY(name, arguments) {name, arguments},
#include "mpi_calls/functions.inc"
    {"Bamboo_Control_close", "w"}};

bool is_any_of(llvm::StringRef name, llvm::ArrayRef<llvm::StringLiteral> functions) {
  return llvm::any_of(functions, [&](llvm::StringRef one) { return is_spelling_of(name, one); });
}

}  // namespace

bool keeps_no_address(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return operation_named(name) != nullptr || operation_started_by(name) != nullptr ||
         operation_prepared_by(name) != nullptr || is_any_of(name, kKeepNoAddress);
}

bool keeps_types(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         (operation_named(callee->getName()) != nullptr || started_operation(call) != nullptr ||
          completion_of(call) || is_any_of(callee->getName(), kKeepTypes));
}

bool writes_arguments_only(llvm::StringRef name) {
  return is_any_of(name, kWriteArgumentsOnly);
}

const LocalInquiry* local_inquiry(const llvm::Function& function) {
  if (!function.isDeclaration()) return nullptr;
  const llvm::StringRef name = function.getName();
  const auto* found = llvm::find_if(kInquiries, [&](const LocalInquiry& inquiry) {
    const size_t error_code = name == inquiry.name ? 0 : 1;  // Fortran's last argument
    return is_spelling_of(name, inquiry.name) &&
           function.arg_size() == inquiry.arguments.size() + error_code;
  });
  return found == std::end(kInquiries) ? nullptr : found;
}

}  // namespace bamboo::overlap
