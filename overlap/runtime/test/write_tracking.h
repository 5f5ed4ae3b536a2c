// SPDX-License-Identifier: Apache-2.0
// Whether this machine can watch memory, without the code under test.
#pragma once

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace bamboo::overlap {

/// Asks the kernel itself: a broken watch must fail a test, not skip it.
inline bool kernel_tracks_writes() {
  constexpr int user_mode_only = 1;
  const int faults = static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | user_mode_only));
  if (faults < 0) return false;
  uffdio_api wanted = {};
  wanted.api = UFFD_API;
  wanted.features = uint64_t{1} << 13 | uint64_t{1} << 15;  // WP_UNPOPULATED, WP_ASYNC
  const bool result = ioctl(faults, UFFDIO_API, &wanted) == 0;
  close(faults);
  return result;
}

/// Memory is not watched while a device is open, and the test may have inherited one.
inline void close_devices() {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    struct stat about;
    if (fstat(descriptor, &about) == 0 && S_ISCHR(about.st_mode)) close(descriptor);
  }
}

}  // namespace bamboo::overlap
