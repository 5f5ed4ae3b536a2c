// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collectives whose control part can be kept: it exchanges the sizes of all blocks and makes
/// the plan. Which arguments that part reads.
#pragma once

#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The letters of PlannedCall::arguments.
namespace pattern_role {
constexpr char counts = 'c';   ///< address of an array of counts: what stands there
constexpr char handles = 'h';  ///< the same of datatypes
constexpr char number = 'n';   ///< a count, the root
constexpr char value = 'v';    ///< a handle: datatype, operation, communicator
constexpr char data = '-';     ///< of the data part alone, which reads it each time
}  // namespace pattern_role

/// A collective of MPI whose `Operation::controlled` takes the same arguments, then the control's
/// address, and Fortran's error code behind all. In Fortran numbers and values are addresses, too.
struct PlannedCall {
  llvm::StringLiteral name;
  llvm::StringLiteral arguments;  ///< a letter of `pattern_role` for each
};

/// Null when the call is none of them.
const PlannedCall* planned_call(const llvm::CallBase& call);

}  // namespace bamboo::overlap
