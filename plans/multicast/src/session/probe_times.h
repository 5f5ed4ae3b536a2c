// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

/// When a member of a probe speaks.
struct ProbeTimes {
  Duration first, interval;
};

/// With many members each one sends less often, and at different times, but often enough that its
/// first datagrams may get lost, and several times by unicast.
ProbeTimes probe_times(std::size_t members, int self, Duration at_most);

}  // namespace bamboo::plans::multicast
