// SPDX-License-Identifier: Apache-2.0
// The cost of a nonblocking operation on this machine.
#pragma once

#include <chrono>

namespace bamboo::overlap {

/// Measured once, when it is wanted first: the time of a short message to oneself in halves, for
/// each of its two operations. 0 where the program has sessions alone: windows that gain anything
/// stay.
std::chrono::nanoseconds request_cost();

}  // namespace bamboo::overlap
