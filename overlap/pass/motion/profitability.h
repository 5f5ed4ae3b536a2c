// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which windows are worth a request.
#pragma once

#include "pass/operations/function_operations.h"

namespace bamboo::overlap {

/// Calls without a window that is worth a request become blocking again, and completions that gain
/// nothing outside of their conditionals go back. Tells the user of each call. Collectives become
/// blocking only with the run-time library, which knows what all processes do: on another rank the
/// counterpart may be another call, and a nonblocking collective does not match a blocking one.
void keep_worthwhile_windows(FunctionContext& context, FunctionOperations& operations);

}  // namespace bamboo::overlap
