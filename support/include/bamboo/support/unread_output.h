// SPDX-License-Identifier: Apache-2.0
// The output that the launcher has not read yet.
#pragma once

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace bamboo::support {

inline bool is_unread_pipe(int descriptor) {
  struct stat kind{};
  int unread = 0;
  return ::fstat(descriptor, &kind) == 0 && S_ISFIFO(kind.st_mode) &&
         ::ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0;
}

/// Waits until the readers of standard output and standard error have read all of it, as far as
/// these are pipes. Call it before a job is aborted: MPICH's launcher may end the job without
/// reading the reason of the abort.
inline void wait_until_output_is_read(
    std::chrono::milliseconds at_most = std::chrono::seconds(10)) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  while ((is_unread_pipe(STDOUT_FILENO) || is_unread_pipe(STDERR_FILENO)) &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace bamboo::support
