// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fortran's dummy arguments that are neither TARGET nor POINTER. What is changed through one
/// argument while such a one is associated with it is not seen through the other.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace bamboo::overlap {

class PlainDummies {
 public:
  /// Those of `function` that flang's tags of accesses tell. Other compilers' functions have none.
  explicit PlainDummies(const llvm::Function& function);

  /// True when the two addresses are in different arguments of this function, and one is plain.
  bool are_apart(const llvm::Value& one, const llvm::Value& other) const;

 private:
  llvm::SmallPtrSet<const llvm::Argument*, 8> plain_;
};

}  // namespace bamboo::overlap
