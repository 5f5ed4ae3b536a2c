// SPDX-License-Identifier: Apache-2.0
// Makes the description of a nest for the run-time library (shared/nest_shape.h), and the code that
// computes its row of numbers where the core starts.
#pragma once

#include "pass/operations/split_nest.h"
#include "pass/splitting/early_values.h"
#include "pass/splitting/loop_nest.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

class NestDescription {
 public:
  /// Describes the loops and the accesses of the nest, and lists the latter in `split`.
  NestDescription(const LoopNest& nest, EarlyValues& early, const SplitFrame& frame,
                  SplitNest& split);

  /// Describes the accesses that are repeated behind the rest. Returns the number of the first one.
  unsigned add_repeated(const LoopNest& nest);
  /// The values by which rows are read.
  void add_inputs(llvm::ArrayRef<llvm::Value*> inputs);
  /// Writes the call that passes the description to the library.
  llvm::CallInst* pass() const;

 private:
  void add_loops(const LoopNest& nest);
  void add_accesses(const LoopNest& nest);
  unsigned add(const NestAccess& access, AccessKind kind);
  void add_number(const llvm::SCEV* number, bool is_signed = false);
  llvm::Value* assumptions(const LoopNest& nest);

  EarlyValues& early_;
  const SplitFrame& frame_;
  SplitNest& split_;
  NestShape shape_;
  llvm::SmallVector<llvm::Value*, 32> row_;
};

}  // namespace bamboo::overlap
