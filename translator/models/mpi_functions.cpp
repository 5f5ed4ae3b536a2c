// SPDX-License-Identifier: Apache-2.0
#include "models/mpi_functions.h"

#include "syntax/calls.h"

namespace bamboo::translator {
namespace {

/// Sorted by name.
constexpr MpiFunction functions[] = {
#include "models/functions.inc"
};

constexpr MpiFunction unknown_function = {"", MpiRole::Collective, "", -1, -1, -1, -1};

const MpiFunction* function_named(llvm::StringRef name) {
  const auto* found =
      llvm::partition_point(functions, [&](const MpiFunction& f) { return f.name < name; });
  return found != std::end(functions) && found->name == name ? found : nullptr;
}

}  // namespace

bool is_mpi_name(const clang::FunctionDecl& function) {
  if (!function.getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = function.getName();
  return name.starts_with("MPI_") || name.starts_with("PMPI_");
}

const MpiFunction* mpi_function(const clang::CallExpr& call) {
  const clang::FunctionDecl* callee = callee_of(call);
  if (callee == nullptr || !is_mpi_name(*callee)) return nullptr;
  llvm::StringRef name = callee->getName();
  if (name.starts_with("PMPI_")) name = name.drop_front();
  const MpiFunction* function = function_named(name);
  if (function == nullptr && name.consume_back("_c")) function = function_named(name);
  return function != nullptr ? function : &unknown_function;
}

bool is_request_type(clang::QualType type) {
  while (true) {
    if (const auto* pointer = type->getAs<clang::PointerType>()) {
      if (const auto* alias = type->getAs<clang::TypedefType>()) {
        if (alias->getDecl()->getName() == "MPI_Request") return true;
      }
      type = pointer->getPointeeType();
    } else if (const auto* array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else {
      const auto* alias = type->getAs<clang::TypedefType>();
      return alias != nullptr && alias->getDecl()->getName() == "MPI_Request";
    }
  }
}

bool is_status_type(clang::QualType type) {
  const auto* alias = type.isNull() ? nullptr : type->getAs<clang::TypedefType>();
  return alias != nullptr && alias->getDecl()->getName() == "MPI_Status";
}

}  // namespace bamboo::translator
