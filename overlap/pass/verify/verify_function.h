// SPDX-License-Identifier: Apache-2.0
// Verifies all operations of a function and stops the compiler if one is at a wrong place.
#pragma once

#include "pass/operations/function_operations.h"
#include "pass/operations/split_nest.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

void verify_function(const FunctionContext& context, const FunctionOperations& operations,
                     llvm::ArrayRef<SplitNest> splits);

/// The defect is one of `subject` in the function.
[[noreturn]] void stop_compiler(const llvm::Function& function, llvm::StringRef subject,
                                const Defect& defect);

}  // namespace bamboo::overlap
