// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bamboo {

/// Converts this process's times to job time. Unit: nanoseconds. A time T of its CLOCK_REALTIME
/// corresponds to the job time T - ahead - origin.
struct JobClock {
  std::int64_t origin = 0;       ///< process 0's clock when the job began, the same everywhere
  std::int64_t ahead = 0;        ///< how far this process's clock is ahead of process 0's
  std::int64_t uncertainty = 0;  ///< of `ahead`; 0 where both are the clock of one machine
};

}  // namespace bamboo
