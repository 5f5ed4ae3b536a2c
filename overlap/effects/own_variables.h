// SPDX-License-Identifier: Apache-2.0
// Variables whose addresses stay in the module, such as descriptors of Fortran's arrays and objects
// whose members point to arrays. LLVM assumes that each call of MPI, of another file or of an
// output function writes all of them whose address is stored or passed anywhere. So it loads the
// addresses and bounds of arrays again behind each call.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/ValueMap.h>

#include "effects/points_to.h"

namespace bamboo::overlap {

class OwnVariables {
 public:
  /// Knows the variables that `functions` load from.
  OwnVariables(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions,
               const PointsTo& points_to, llvm::FunctionAnalysisManager& analyses);

  bool contains(const llvm::Value& pointer) const { return target_of(pointer) != nullptr; }

  /// Whether the call neither reads nor writes what is at `pointer`.
  bool is_apart(const llvm::CallBase& call, const llvm::Value& pointer) const;

  /// Whether `other` points to no own variable.
  bool is_apart(const llvm::Value& other) const { return others_.count(&other) != 0; }

 private:
  struct Target {
    Objects objects;
    bool is_lent = false;  ///< some calls get the address, and access it until they return
  };
  const Target* target_of(const llvm::Value& pointer) const;
  bool may_get(const llvm::Value& argument, const Target& target) const;

  /// A variable that is erased leaves the map, and no other one takes its place.
  struct Erases : llvm::ValueMapConfig<const llvm::Value*> {
    enum { FollowRAUW = false };
  };

  llvm::FunctionAnalysisManager& analyses_;
  /// Variables, and arguments that point to them.
  llvm::ValueMap<const llvm::Value*, Target, Erases> pointers_;
  /// Addresses that the functions access, which are none of own variables.
  llvm::ValueMap<const llvm::Value*, bool, Erases> others_;
  /// What the module's functions access, with all that they call.
  llvm::DenseMap<const llvm::Function*, Objects> accessed_;
};

/// Lets passes of LLVM's use them.
class OwnVariableAliases : public llvm::AAResultBase {
 public:
  explicit OwnVariableAliases(const OwnVariables& variables) : variables_(variables) {}

  llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                          llvm::AAQueryInfo& query, const llvm::Instruction* context);
  llvm::ModRefInfo getModRefInfo(const llvm::CallBase* call, const llvm::MemoryLocation& location,
                                 llvm::AAQueryInfo& query);
  using AAResultBase::getModRefInfo;

 private:
  const OwnVariables& variables_;
};

}  // namespace bamboo::overlap
