// SPDX-License-Identifier: Apache-2.0
// Records the gains of the pass at the calls of MPI. A compilation writes on the calls of its
// bitcode the gain of the file alone; a link sees all files and compares.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <string>

#include "pass/operations/function_operations.h"

namespace bamboo::overlap {

/// Whether a compilation has written its gains into the module, or into one that was linked to it.
bool has_noted_gains(const llvm::Module& module);

class Gains {
 public:
  /// Reads the marks of a function's calls before the pass changes them.
  void begin(llvm::Function& function);
  /// Stores the gains of the pass in that function.
  void end(const llvm::Function& function, const FunctionOperations& operations, unsigned nests);

  /// Writes the gains to the calls of `file`, a copy of the module from before the pass.
  void note_on(llvm::Module& file) const;

  /// The functions in which the pass at a link has gained more than the files alone. 0 if the link
  /// loses a gain of a file: the files' own code is better then.
  unsigned functions_with_more() const { return keeps_all() ? functions_with_more_ : 0; }
  /// Sums over these functions: the nests split in them, and the cycles of their windows.
  unsigned nests() const { return nests_; }
  double cycles() const { return cycles_; }
  /// These functions, and those whose calls of MPI the link has inlined there.
  const llvm::StringSet<>& sources() const { return sources_; }

 private:
  struct Gain {
    double cycles = 0;     ///< of computation in the window, or passed by a half
    unsigned nests = 0;    ///< split in the function
    std::string function;  ///< that has the call
  };
  static Gain parse(llvm::StringRef mark);
  bool keeps_all() const;

  llvm::StringMap<Gain> by_mark_;  ///< the best one of all copies of a call
  llvm::StringSet<> callers_;      ///< that have the calls of the current function
  llvm::StringSet<> sources_;
  unsigned nests_ = 0;
  double cycles_ = 0;
  unsigned noted_nests_ = 0;  ///< split by the files' own compilations in the current function
  unsigned functions_with_more_ = 0;
};

}  // namespace bamboo::overlap
