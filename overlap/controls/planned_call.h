// SPDX-License-Identifier: Apache-2.0
// Collectives whose control part can be kept, and the arguments that this part reads. It exchanges
// the sizes of all blocks and makes the plan.
#pragma once

#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// The letters of PlannedCall::arguments.
namespace pattern_role {
constexpr char counts = 'c';   ///< address of an array of counts
constexpr char handles = 'h';  ///< address of an array of datatypes
constexpr char number = 'n';   ///< a count, the root
constexpr char value = 'v';    ///< a handle: datatype, operation, communicator
constexpr char data = '-';     ///< of the data part alone, which reads the argument in each call
}  // namespace pattern_role

/// A collective whose `Operation::controlled` takes the same arguments, then the control's address,
/// then Fortran's error code. In Fortran numbers and values are passed by address, too.
struct PlannedCall {
  llvm::StringLiteral name;
  llvm::StringLiteral arguments;  ///< a letter of `pattern_role` for each
};

/// Returns null if the call is none of them.
const PlannedCall* planned_call(const llvm::CallBase& call);

}  // namespace bamboo::overlap
