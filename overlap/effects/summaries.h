// SPDX-License-Identifier: Apache-2.0
// The effects of calls whose bodies are visible, found bottom-up over the call graph.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <functional>

#include "effects/clock_values.h"
#include "refusals/refusal.h"

namespace bamboo::overlap {

/// Why something may not be executed while a request is pending, the weakest reason first.
enum class Obstacle {
  None,
  Clock,          ///< reads a clock whose time decides nothing: executed in its place, but passed
  Output,         ///< is seen from outside, so that its place counts
  DecidingClock,  ///< reads a clock, and the time may decide what the program does
  MayNotReturn,   ///< endless loop, exit
  MayThrow,
  Synchronises,  ///< atomics, volatile accesses, fences, assembly
  UnknownCall,   ///< no body: may call MPI
  CallsMpi,
};

/// Whether what moves may pass it. What runs before a read of a clock instead of behind it is
/// measured elsewhere, and computes the same.
inline bool may_be_passed(Obstacle obstacle) {
  return obstacle == Obstacle::None || obstacle == Obstacle::Clock;
}

/// The result is undefined for Obstacle::None.
Reason reason_of(Obstacle obstacle);

/// The memory that a function accesses, from the view of its caller.
struct Footprint {
  struct Touched {
    bool read = false, written = false;
    void add(const Touched& other) {
      read |= other.read;
      written |= other.written;
    }
  };
  llvm::SmallDenseMap<unsigned, Touched, 4> arguments;  ///< what the argument points to
  llvm::SmallDenseMap<const llvm::GlobalVariable*, Touched, 4> globals;
  bool unknown = false;  ///< touches other memory than that
};

struct Summary {
  Obstacle obstacle = Obstacle::None;
  Footprint memory;
};

class Summaries {
 public:
  Summaries(llvm::Module& module, llvm::FunctionAnalysisManager& analyses, ClockValues clocks = {});

  /// The worst that executing this one instruction can do.
  Obstacle obstacle(const llvm::Instruction& instruction) const;

  /// Whether every execution of the loop ends.
  bool is_finite(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) const;

  /// Whether the function may contain cycles that are no loops; nothing is known about them.
  static bool may_circle(const llvm::Function& function, const llvm::LoopInfo& loops);

  /// The memory that the callee touches; null when that is not known.
  const Footprint* footprint(const llvm::CallBase& call) const;

  /// Whether the call accesses no memory that the program uses, except errno.
  bool is_arithmetic(const llvm::CallBase& call) const;

 private:
  Obstacle call_obstacle(const llvm::CallBase& call) const;
  Summary summarise(llvm::Function& function);
  void add_memory(const llvm::Instruction& instruction, Footprint& memory) const;

  llvm::FunctionAnalysisManager& analyses_;
  const ClockValues clocks_;
  bool looks_at_errno_;
  llvm::DenseMap<const llvm::Function*, Summary> known_;
};

}  // namespace bamboo::overlap
