// SPDX-License-Identifier: Apache-2.0
// What becomes of the times that a program reads from clocks.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include "effects/points_to.h"

namespace bamboo::overlap {

/// The reads of clocks that only measure: their times reach arithmetic, private memory of the
/// module, collectives and output. A time that reaches an address, a message to one rank, a branch
/// around anything but output, or code that is not visible may decide what the program does.
class ClockValues {
 public:
  /// Any time may decide.
  ClockValues() = default;
  ClockValues(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
              const PointsTo& points_to);

  /// For a transformation that is right whatever the times decide.
  static ClockValues none_decides();

  bool only_measures(const llvm::CallBase& read) const {
    return none_decides_ || measuring_.contains(&read);
  }

 private:
  bool none_decides_ = false;
  llvm::SmallPtrSet<const llvm::CallBase*, 16> measuring_;
};

}  // namespace bamboo::overlap
