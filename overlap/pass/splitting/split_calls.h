// SPDX-License-Identifier: Apache-2.0
// Calls of the run-time library (overlap/runtime/splitting/split_nest.h) that cut a nest of loops
// in two.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "shared/nest_shape.h"

namespace bamboo::overlap {

/// Writes calls at the builder's position. They change only memory of the library.
class SplitCalls {
 public:
  explicit SplitCalls(llvm::IRBuilder<>& builder) : builder_(builder) {}

  /// The address, or the number, with 64 bits.
  llvm::Value* number_of(llvm::Value* value, bool is_signed = false);

  llvm::CallInst* begin();  ///< of a separate nest
  /// Makes the shape a constant of the program. The row's numbers have 64 bits.
  llvm::CallInst* describe(llvm::Value* split, const NestShape& shape,
                           llvm::ArrayRef<llvm::Value*> row);
  llvm::CallInst* touch(llvm::Value* split, unsigned site, llvm::Value* address, llvm::Value* bytes,
                        bool written);
  llvm::CallInst* message(llvm::Value* split, unsigned site, llvm::Value* address,
                          llvm::Value* count, bool written, llvm::Value* type);
  llvm::CallInst* posted(llvm::Value* list, llvm::Value* request, llvm::Value* address,
                         llvm::Value* count, llvm::Value* type, llvm::Value* communicator,
                         bool written);
  llvm::CallInst* completes(llvm::Value* split, unsigned site, llvm::Value* list,
                            llvm::Value* requests, llvm::Value* count, llvm::Value* statuses);
  llvm::CallInst* kept(llvm::Value* split, llvm::Value* address, uint64_t bytes);
  llvm::CallInst* group(llvm::Value* split);
  llvm::CallInst* core(llvm::Value* split);
  llvm::CallInst* chunk(llvm::Value* split);
  llvm::CallInst* run(llvm::Value* split);
  /// No function of the library, but a mark for the verifier: `finish_row_search` replaces it.
  llvm::CallInst* row(llvm::Value* split, llvm::Value* number, unsigned access, llvm::Value* lowest,
                      llvm::Value* highest);
  llvm::CallInst* noted(llvm::Value* split, unsigned access);
  llvm::CallInst* first(llvm::Value* split, unsigned loop);
  llvm::CallInst* end(llvm::Value* split, unsigned loop);
  llvm::CallInst* shell(llvm::Value* split, bool is_detached);
  llvm::CallInst* rest(llvm::Value* split);
  llvm::CallInst* results(llvm::Value* split);
  llvm::CallInst* finish(llvm::Value* split);

 private:
  llvm::CallInst* call(llvm::StringRef name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments, size_t fixed = SIZE_MAX);

  llvm::IRBuilder<>& builder_;
};

}  // namespace bamboo::overlap
