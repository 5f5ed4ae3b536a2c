// SPDX-License-Identifier: Apache-2.0
// The pattern of one call: the values and the memory that its control part depends on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "controls/planned_call.h"
#include "mpi_calls/accesses.h"

namespace bamboo::overlap {

struct Pattern {
  /// Memory that must stay unchanged: counts, and variables that hold the arguments.
  struct Read {
    Access access;
    bool is_argument;  ///< the call gets the address: of counts, of datatypes, of Fortran's values
    /// A number that other processes may change. Handles and addresses are not included, because
    /// they mean nothing in other processes.
    bool is_number;
  };
  llvm::SmallVector<Read, 8> reads;
  /// Values that are computed elsewhere and have to stay the same.
  llvm::SmallVector<const llvm::Instruction*, 8> values;
  /// Two patterns with equal keys are the same as long as neither values nor memory change.
  std::vector<uintptr_t> key;
};

/// Decides whether an instruction may be executed between the control part and the call. Such
/// loads, and arithmetic on their values, are followed to their operands.
using IsBetween = std::function<bool(const llvm::Instruction&)>;

Pattern pattern_of(const PlannedCall& planned, const llvm::CallBase& call,
                   const IsBetween& is_between);

}  // namespace bamboo::overlap
