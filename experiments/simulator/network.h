// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "input.h"

namespace simulator {

/// Makes the simulated machine; a host for each node, in their order.
std::vector<simgrid::s4u::Host*> make_network(const Machine& machine);

}  // namespace simulator
