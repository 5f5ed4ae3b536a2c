// SPDX-License-Identifier: Apache-2.0
// What the launcher has not yet read of the standard error.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

namespace bamboo::support {

/// Waits until the reader of the standard error has read all of it, for one second at most. Call it
/// before a job is aborted: MPICH's launcher ends the job without reading the rest of the pipe.
inline void wait_until_errors_are_read() {
  constexpr int most_milliseconds = 1000;
  int unread = 0;
  for (int i = 0; i < most_milliseconds; ++i) {
    if (ioctl(STDERR_FILENO, FIONREAD, &unread) != 0 || unread == 0) return;
    usleep(1000);
  }
}

}  // namespace bamboo::support
