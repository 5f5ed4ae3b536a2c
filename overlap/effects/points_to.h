// SPDX-License-Identifier: Apache-2.0
// The objects (variables, malloc blocks) that the pointers of a module may point to, and the
// objects that its functions access. The analysis is flow- and context-insensitive; a block that
// is allocated in a loop is one object. One unknown object represents other modules and everything
// that has escaped.
#pragma once

#include <llvm/IR/Instructions.h>

#include "effects/constraint_collector.h"

namespace bamboo::overlap {

class PointsTo {
 public:
  PointsTo(llvm::Module& module, llvm::FunctionAnalysisManager& analyses);

  /// Objects that something reads and writes.
  struct Touched {
    Objects read, written;
    bool known = true;  ///< false: may touch anything

    /// Returns true if this set has grown.
    bool add(const Touched& more) {
      const bool knew = known;
      known &= more.known;
      const bool more_read = read |= more.read;
      const bool more_written = written |= more.written;
      return more_read || more_written || knew != known;
    }
  };

  /// The objects that one instruction touches, with everything that it calls.
  Touched touched(const llvm::Instruction& instruction) const;

  /// The objects that an access through `pointer` touches.
  Touched touched(const llvm::Value& pointer, bool written) const;

  /// Whether all of it is known, and none of it is visible to other modules.
  bool is_private(const Touched& touched) const;

  /// The objects that one finds from the pointer on, through any number of addresses in memory.
  Objects reachable(const llvm::Value& pointer) const;

  /// The objects whose addresses are in any memory.
  Objects stored() const;

  /// The variables outside of functions.
  const Objects& globals() const { return constraints_.globals; }

  /// `copy` was made of `original` and points to the same.
  void share(const llvm::Value& copy, const llvm::Value& original);

  /// The value is about to be erased: another one may get its address.
  void forget(const llvm::Value& value) { constraints_.nodes.erase(&value); }

  /// A variable that was made after the module was read, and whose address is not stored.
  void add_variable(const llvm::AllocaInst& variable);

  /// Whether one may write memory that the other accesses.
  bool meets(const Touched& a, const Touched& b) const;

 private:
  bool overlaps(const Objects& a, const Objects& b) const;
  void summarise_functions(llvm::Module& module);
  bool add_instruction(const llvm::Instruction& instruction, Touched& all) const;

  /// The objects that have come to other modules.
  const Objects& escaped() const {
    return constraints_.graph.set(constraints_.graph.content(constraints_.unknown));
  }

  llvm::FunctionAnalysisManager& analyses_;
  Constraints constraints_;
  bool solved_;
  llvm::DenseMap<const llvm::Function*, Touched> functions_;
};

}  // namespace bamboo::overlap
