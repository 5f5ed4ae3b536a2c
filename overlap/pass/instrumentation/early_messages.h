// SPDX-License-Identifier: Apache-2.0
// Whether a function gains by messages that leave at once.
#pragma once

#include "regions/cost_model.h"

namespace bamboo::overlap {

/// Whether messages of the finished function should leave at once: blocking sends then do not wait,
/// and pending messages travel while the program computes. Returns false if all operations that it
/// starts are completed before it computes.
bool gains_by_early_messages(llvm::Function& function, const SeseRegions& statements,
                             CostModel& cost);

}  // namespace bamboo::overlap
