// SPDX-License-Identifier: Apache-2.0
// Decides which windows are worth a request.
#pragma once

#include "pass/operations/function_operations.h"

namespace bamboo::overlap {

/// Turns calls whose window is not worth a request back into blocking calls, and moves completions
/// that gain nothing outside of their conditionals back. Emits a remark for each call. Collectives
/// become blocking only with the run-time library, which knows the decisions of all processes: on
/// another rank the counterpart may be a different call, and a nonblocking collective does not
/// match a blocking one.
void keep_worthwhile_windows(FunctionContext& context, FunctionOperations& operations);

}  // namespace bamboo::overlap
