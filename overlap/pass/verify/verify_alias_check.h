// SPDX-License-Identifier: Apache-2.0
// Verifies in the finished function that the program compares operations that are pending together,
// and completes the first one if they overlap.
#pragma once

#include "pass/operations/call_pair.h"
#include "refusals/defect.h"
#include "regions/pending_region.h"

namespace bamboo::overlap {

class AliasCheckChecker {
 public:
  explicit AliasCheckChecker(const CallPair& pair)
      : pair_(pair), pending_(*pair.initiation, pair.completions()) {}

  /// Returns nothing if an early completion completes only the pair, or no request, and the program
  /// does not read its status or error code.
  std::optional<Fault> check_wait(const llvm::CallInst& wait) const;

  /// Returns nothing if the pair is completed before `starts` whenever its access overlaps the
  /// other one.
  std::optional<Fault> check_meeting(const llvm::CallInst& starts, const Access& own,
                                     const Access& other) const;

 private:
  /// Whether the condition is true whenever the accesses overlap.
  bool is_meeting(const llvm::Value& condition, const Access& own, const Access& other) const;
  bool is_begin(const llvm::Value& begin, const Access& access, bool is_own) const;
  bool is_end(const llvm::Value& end, const Access& access, bool is_own) const;
  bool carries(const llvm::Value& value, const llvm::Value& original, bool is_own) const;

  const CallPair& pair_;
  PendingRegion pending_;
};

}  // namespace bamboo::overlap
