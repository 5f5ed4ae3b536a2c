// SPDX-License-Identifier: Apache-2.0
// Fortran's dummy arguments that are neither TARGET nor POINTER. A change through one argument is
// not visible through such an argument while it is associated with the memory.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace bamboo::overlap {

class PlainDummies {
 public:
  /// Finds the arguments of `function` by flang's access tags. Functions of other compilers have
  /// none.
  explicit PlainDummies(const llvm::Function& function);

  /// Whether the two addresses belong to different arguments of this function, and one of these is
  /// plain.
  bool are_apart(const llvm::Value& one, const llvm::Value& other) const;

 private:
  llvm::SmallPtrSet<const llvm::Argument*, 8> plain_;
};

}  // namespace bamboo::overlap
