// SPDX-License-Identifier: Apache-2.0
// Calls of the run-time library (overlap/runtime/splitting/split_nest.h) that cut a nest of loops
// in two.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "shared/nest_shape.h"
#include "shared/split_call.h"

namespace bamboo::overlap {

/// Writes calls at the builder's position. They change only memory of the library.
class SplitCalls {
 public:
  explicit SplitCalls(llvm::IRBuilder<>& builder) : builder_(builder) {}

  /// The address, or the number, with 64 bits.
  llvm::Value* number_of(llvm::Value* value, bool is_signed = false);

  /// Begins the execution of a separate nest. `earlier`: the plan of the last nest whose rest its
  /// core passes; null: there is none.
  llvm::CallInst* begin(llvm::Value* earlier);
  /// Makes the shape a constant of the program, and the row a sequence of 64-bit numbers.
  llvm::CallInst* describe(llvm::Value* split, const NestShape& shape,
                           llvm::ArrayRef<llvm::Value*> row);
  llvm::CallInst* kept(llvm::Value* split, llvm::Value* address, uint64_t bytes) {
    return call(SplitCall::kept, split, number_of(address), builder_.getInt64(bytes));
  }
  /// Numbers that are not values of the program have 32 bits.
  template <class... Arguments>
  llvm::CallInst* call(SplitCall which, Arguments... arguments) {
    return make(which, {argument(arguments)...});
  }

 private:
  llvm::CallInst* make(SplitCall which, llvm::ArrayRef<llvm::Value*> arguments,
                       size_t fixed = SIZE_MAX);
  llvm::Value* argument(llvm::Value* value) { return value; }
  llvm::Value* argument(unsigned number) { return builder_.getInt32(number); }
  llvm::Type* result_of(SplitCall which);

  llvm::IRBuilder<>& builder_;
};

}  // namespace bamboo::overlap
