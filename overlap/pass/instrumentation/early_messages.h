// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a function gains by messages that leave at once.
#pragma once

#include "regions/cost_model.h"

namespace bamboo::overlap {

/// True when messages of the finished function had better leave at once: blocking sends do not wait
/// then, and what is pending travels while the program computes. False when all that it starts is
/// completed before it computes.
bool gains_by_early_messages(llvm::Function& function, const SeseRegions& statements,
                             CostModel& cost);

}  // namespace bamboo::overlap
