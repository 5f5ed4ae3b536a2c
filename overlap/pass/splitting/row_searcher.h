// SPDX-License-Identifier: Apache-2.0
// Makes the core of a nest that is cut by rows. A copy of the core reads a chunk of rows without
// executing them. It contains only the control flow of the core, and the instructions from which
// the addresses of its indirect accesses are computed. It records the lowest and the highest
// address of each access, except for elements that an index alone determines: the library reads
// these indices. Then the core runs for the rows that the library chooses.
//
//     while (chunk()) {
//       rows of the chunk: row(lowest, highest);
//       while (run()) core;
//     }
//
// The copy reads an index that decides which way it takes, or at which address it reads another
// index, only where the library knows that its memory is final. Else no more rows are read.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "effects/points_to.h"
#include "pass/operations/split_nest.h"
#include "pass/splitting/loop_nest.h"

namespace bamboo::overlap {

class RowSearcher {
 public:
  /// `split` already has a core, which is executed once and continues at `behind`.
  RowSearcher(SplitNest& split, const LoopNest& nest, llvm::BasicBlock& behind,
              PointsTo& points_to);
  /// Returns the values that reading the rows uses and does not compute, which identify kept rows
  /// (row_cache.h), as numbers that are computed in front of `describes`.
  llvm::SmallVector<llvm::Value*, 8> make(llvm::Instruction& describes);

 private:
  void make_loops();
  void copy_core();
  void note(unsigned number, const NestAccess& access);
  void check(const NestAccess& access);
  void widen(const RowAccess& row, llvm::Value* address, llvm::Instruction& before, bool lower,
             bool upper);
  llvm::Value* in_first_iteration(llvm::Value* value, const llvm::Loop& loop);
  llvm::Value* counter();
  void report_rows();
  llvm::SmallVector<llvm::Value*, 8> inputs(llvm::Instruction& describes) const;
  bool is_input(const llvm::Value& value) const;
  void strip();
  /// The copy's counterpart of a value of the nest.
  template <class T>
  T* copy_of(const T* value) const;

  SplitNest& split_;
  const LoopNest& nest_;
  llvm::BasicBlock& behind_;
  PointsTo& points_to_;
  llvm::Function& function_;
  llvm::ValueToValueMapTy copies_;                         ///< by values of the core
  llvm::DenseMap<const llvm::Value*, llvm::Value*> core_;  ///< by values of the nest
  llvm::SmallVector<llvm::Instruction*, 32> needed_;       ///< of the copy
};

/// Promotes the search's variables to registers, records rows where the library inspects them,
/// leaves rows where an index may not be read, and skips elements if the ends of a row suffice.
/// Runs after the verifier.
void finish_row_search(const SplitNest& split, llvm::FunctionAnalysisManager& analyses,
                       PointsTo& points_to);

}  // namespace bamboo::overlap
