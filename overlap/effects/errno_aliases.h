// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of the C library may write errno, and nothing else. LLVM assumes that they
// write each variable that other files may know, so it loads the bounds of a loop and the addresses
// of its arrays again behind each such call.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

namespace bamboo::overlap {

class ErrnoAliases : public llvm::AAResultBase {
 public:
  explicit ErrnoAliases(const llvm::TargetLibraryInfo& library) : library_(library) {}

  llvm::ModRefInfo getModRefInfo(const llvm::CallBase* call, const llvm::MemoryLocation& location,
                                 llvm::AAQueryInfo& query);
  using AAResultBase::getModRefInfo;

 private:
  const llvm::TargetLibraryInfo& library_;
};

}  // namespace bamboo::overlap
