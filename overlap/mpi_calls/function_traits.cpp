// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/function_traits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral keep_no_address[] = {
#define KEEPS_NO_ADDRESS(name) name,
#include "mpi_calls/functions.inc"
    "Bamboo_Control_close"};

constexpr llvm::StringLiteral keep_types[] = {
#define KEEPS_TYPES(name) name,
#include "mpi_calls/functions.inc"
};

constexpr llvm::StringLiteral write_arguments_only[] = {
#define WRITES_ARGUMENTS_ONLY(name) name,
#include "mpi_calls/functions.inc"
    "Bamboo_Control_close"};

constexpr LocalInquiry inquiries[] = {
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
         operation_prepared_by(name) != nullptr || is_any_of(name, keep_no_address);
}

bool keeps_types(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         (operation_named(callee->getName()) != nullptr || started_operation(call) != nullptr ||
          completion_of(call) || is_any_of(callee->getName(), keep_types));
}

bool writes_arguments_only(llvm::StringRef name) {
  return is_any_of(name, write_arguments_only);
}

const LocalInquiry* local_inquiry(const llvm::Function& function) {
  if (!function.isDeclaration()) return nullptr;
  const llvm::StringRef name = function.getName();
  const auto* found = llvm::find_if(inquiries, [&](const LocalInquiry& inquiry) {
    const size_t error_code = name == inquiry.name ? 0 : 1;  // Fortran's last argument
    return is_spelling_of(name, inquiry.name) &&
           function.arg_size() == inquiry.arguments.size() + error_code;
  });
  return found == std::end(inquiries) ? nullptr : found;
}

}  // namespace bamboo::overlap
