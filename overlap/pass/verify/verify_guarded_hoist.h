// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shows again, from the finished function, that an initiation that has risen out of conditionals
/// starts where the program starts it, and only there.
#pragma once

#include "pass/operations/nonblocking_operation.h"

namespace bamboo::overlap {

/// What is wrong, in words; empty when nothing is: each guard is executed as often as the branch
/// that it stands for, in front of it, asks the same, and the initiation is executed once on the
/// same way of each. `verify` looks at what stands in between.
std::string verify_guarded_hoist(const NonblockingOperation& pair);

}  // namespace bamboo::overlap
