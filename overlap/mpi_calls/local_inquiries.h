// SPDX-License-Identifier: Apache-2.0
// MPI's functions that tell what this process knows already, and the one of the plans that drops
// what it knows: they start, complete and order nothing, so they may be executed while a request
// is pending.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

namespace bamboo::overlap {

struct LocalInquiry {
  llvm::StringLiteral name;
  llvm::StringLiteral arguments;  ///< a letter of `role` for each: value, reads or writes
};

/// Null when it is none, or when the module itself defines a function of that name.
const LocalInquiry* local_inquiry(const llvm::Function& function);

}  // namespace bamboo::overlap
