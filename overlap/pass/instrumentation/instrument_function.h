// SPDX-License-Identifier: Apache-2.0
// Inserts calls of the run-time library into a function.
#pragma once

#include "pass/instrumentation/call_form.h"
#include "pass/instrumentation/library_needs.h"
#include "pass/instrumentation/polls.h"
#include "pass/operations/function_operations.h"
#include "pass/operations/split_nest.h"

namespace bamboo::overlap {

/// Instrumentation that is collected over all functions of a module.
struct Instrumentation {
  Polls polls;
  LibraryNeeds needs;
  CallForms forms;
};

/// Notes whether the function gains by early messages.
void note_needs(const FunctionContext& context, Instrumentation& instrumentation);

/// Like above, for a function whose calls stay unchanged.
void measure_own_halves(llvm::Function& function, FunctionOperations& operations);

/// Runs last in a function, because it inserts code between the statements.
void instrument_function(const FunctionContext& context, FunctionOperations& operations,
                         llvm::ArrayRef<SplitNest> splits, Instrumentation& instrumentation);

}  // namespace bamboo::overlap
