// SPDX-License-Identifier: Apache-2.0
// The order in which the halves of a function move apart.
#pragma once

#include "pass/operations/function_operations.h"

namespace bamboo::overlap {

void widen_windows(FunctionContext& context, FunctionOperations& operations);

}  // namespace bamboo::overlap
