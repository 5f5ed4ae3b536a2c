// SPDX-License-Identifier: Apache-2.0
#include "effects/errno_aliases.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Metadata.h>

#include "effects/library_functions.h"

namespace bamboo::overlap {
namespace {

constexpr uint64_t errno_bytes = 4;

/// A type tag of C and C++ has the type of the outermost object, which errno is, and the type of
/// the access.
bool is_member(const llvm::AAMDNodes& metadata) {
  const llvm::MDNode* tag = metadata.TBAA;
  return tag != nullptr && tag->getNumOperands() >= 3 && tag->getOperand(0) != tag->getOperand(1);
}

/// errno is an int, no part of another object, and only a function of the C library returns its
/// address.
bool may_be_errno(const llvm::MemoryLocation& location) {
  const bool is_larger = location.Size.hasValue() && location.Size.isPrecise() &&
                         !location.Size.isScalable() &&
                         location.Size.getValue().getFixedValue() > errno_bytes;
  const bool is_other =
      location.Ptr != nullptr && llvm::isIdentifiedObject(llvm::getUnderlyingObject(location.Ptr));
  return !is_larger && !is_other && !is_member(location.AATags);
}

}  // namespace

llvm::ModRefInfo ErrnoAliases::getModRefInfo(const llvm::CallBase* call,
                                             const llvm::MemoryLocation& location,
                                             llvm::AAQueryInfo& /*query*/) {
  return library_effect(*call, library_) == LibraryEffect::Arithmetic && !may_be_errno(location)
             ? llvm::ModRefInfo::NoModRef
             : llvm::ModRefInfo::ModRef;
}

}  // namespace bamboo::overlap
