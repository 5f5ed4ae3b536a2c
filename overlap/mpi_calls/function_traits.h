// SPDX-License-Identifier: Apache-2.0
// Properties of MPI's functions that the analyses rely on.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

namespace bamboo::overlap {

/// True for a function of MPI that keeps no address of the program's where the program can find it
/// again.
bool keeps_no_address(const llvm::Function& function);

/// True for a call of MPI that frees no datatype: attributes of a freed one are the program's, and
/// may be callbacks.
bool keeps_types(const llvm::CallBase& call);

/// True for a function of MPI that writes only memory that its arguments point to, before it
/// returns, and frees nothing.
bool writes_arguments_only(llvm::StringRef name);

/// A function that returns information of this process, or the one of the plans that discards such
/// information. It starts, completes and orders no operation, so it may run while a request is
/// pending. Clocks are excluded: effects/clock_values.h finds what their times are used for.
struct LocalInquiry {
  llvm::StringLiteral name;
  llvm::StringLiteral arguments;  ///< a letter of `role` for each: value, reads or writes
};

/// Null when it is none, or when the module itself defines a function of that name.
const LocalInquiry* local_inquiry(const llvm::Function& function);

}  // namespace bamboo::overlap
