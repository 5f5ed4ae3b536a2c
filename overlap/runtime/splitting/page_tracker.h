// SPDX-License-Identifier: Apache-2.0
// Finds the pages that were written, with Linux's userfaultfd in its asynchronous mode and ioctl
// PAGEMAP_SCAN: Documentation/admin-guide/mm/{userfaultfd,pagemap}.rst of Linux 6.7.
#pragma once

#include <sys/types.h>

#include <functional>

#include "address_range.h"

namespace bamboo::overlap {

/// Tracks pages of this process. In a forked process nothing is known. Not thread-safe.
class PageTracker {
 public:
  static PageTracker& instance();

  /// Tracks the pages from now on, and calls `written` for those that were written since they were
  /// tracked before. Returns false if they cannot be tracked.
  bool track(const AddressRange& pages, const std::function<void(const AddressRange&)>& written);
  /// Also true if it is unknown.
  bool may_be_written(const AddressRange& pages) const;
  /// Stops tracking these pages.
  void release(const AddressRange& pages);

  PageTracker(const PageTracker&) = delete;
  PageTracker& operator=(const PageTracker&) = delete;

 private:
  PageTracker();
  bool is_usable() const;

  pid_t process_;                 ///< whose memory the descriptors mean
  int faults_ = -1, pages_ = -1;  ///< file descriptors; -1: the kernel does not support it
};

}  // namespace bamboo::overlap
