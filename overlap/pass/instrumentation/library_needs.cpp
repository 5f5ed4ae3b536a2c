// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/library_needs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

namespace bamboo::overlap {
namespace {

void define(llvm::Module& module, llvm::StringRef name) {
  auto* word = llvm::Type::getInt32Ty(module.getContext());
  // Other modules may define it as well.
  auto* variable = new llvm::GlobalVariable(module, word, true, llvm::GlobalValue::WeakODRLinkage,
                                            llvm::ConstantInt::get(word, 1), name);
  variable->setVisibility(llvm::GlobalValue::DefaultVisibility);
}

/// Calls, or takes the address of, a function whose name begins so, in C or in Fortran.
bool uses_any(const llvm::Module& module, std::initializer_list<llvm::StringRef> names) {
  return llvm::any_of(module, [&](const llvm::Function& function) {
    llvm::StringRef name = function.getName();
    if (name.starts_with_insensitive("p")) name = name.drop_front();
    return function.isDeclaration() && !function.use_empty() &&
           llvm::any_of(names,
                        [&](llvm::StringRef one) { return name.starts_with_insensitive(one); });
  });
}

}  // namespace

LibraryNeeds needs_of_calls(const llvm::Module& module) {
  LibraryNeeds needs;
  needs.one_sided = uses_any(module, {"MPI_Win_create", "MPI_Win_allocate"});
  needs.callbacks = uses_any(module, {"MPI_Op_create", "MPI_Grequest_start"});
  needs.other_jobs =
      uses_any(module, {"MPI_Comm_spawn", "MPI_Comm_connect", "MPI_Comm_accept", "MPI_Comm_join"});
  return needs;
}

void declare_needs(llvm::Module& module, const LibraryNeeds& needs) {
  if (needs.windows) define(module, "bamboo_overlap_has_windows");
  if (needs.large_operations) define(module, "bamboo_overlap_has_large_operations");
  if (needs.early_messages) define(module, "bamboo_overlap_has_early_messages");
  if (needs.collective_windows) define(module, "bamboo_overlap_has_collective_windows");
  if (needs.one_sided) define(module, "bamboo_overlap_has_one_sided");
  if (needs.callbacks) define(module, "bamboo_overlap_has_callbacks");
  if (needs.other_jobs) define(module, "bamboo_overlap_has_other_jobs");
}

}  // namespace bamboo::overlap
