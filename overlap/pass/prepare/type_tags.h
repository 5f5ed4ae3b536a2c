// SPDX-License-Identifier: Apache-2.0
// Gives accesses of global variables their type tags again. LLVM drops a tag where it hoists a
// load. Then a store of a double may change the bound of a loop, which is an int.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

namespace bamboo::overlap {

class TypeTags {
 public:
  /// A variable of a simple type, or an array of such a type, has one type. So the type that all of
  /// its tagged accesses have in common also holds for its accesses without a tag.
  explicit TypeTags(llvm::Module& module);

  /// Also sets the tags of loads that have lost theirs. Changes no instruction.
  void restore(llvm::Module& module) const;

 private:
  llvm::DenseMap<const llvm::GlobalVariable*, llvm::MDNode*> tags_;  ///< null: they differ
};

}  // namespace bamboo::overlap
