// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

namespace bamboo::test {

/// The processor time of this process.
inline double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace bamboo::test
