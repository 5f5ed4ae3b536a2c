// SPDX-License-Identifier: Apache-2.0
// The cost of a nonblocking operation on this machine.
#pragma once

#include <chrono>

namespace bamboo::overlap {

/// Measured once, when it is first needed: the time of a short message to this process in two
/// halves, for each of the two operations. It is 0 if the program only opens sessions: then all
/// windows that gain anything are kept.
std::chrono::nanoseconds request_cost();

}  // namespace bamboo::overlap
