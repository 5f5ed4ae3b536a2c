// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/library_needs.h"

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

}  // namespace

void tell_library(llvm::Module& module, const LibraryNeeds& needs) {
  if (needs.windows) define(module, "bamboo_overlap_has_windows");
  if (needs.large_operations) define(module, "bamboo_overlap_has_large_operations");
  if (needs.early_messages) define(module, "bamboo_overlap_has_early_messages");
  if (needs.collective_windows) define(module, "bamboo_overlap_has_collective_windows");
}

}  // namespace bamboo::overlap
