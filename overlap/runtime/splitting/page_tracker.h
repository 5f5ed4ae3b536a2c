// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linux's way to tell which pages were written (userfaultfd in its asynchronous mode, ioctl
/// PAGEMAP_SCAN): Documentation/admin-guide/mm/{userfaultfd,pagemap}.rst of Linux 6.7.
#pragma once

#include <sys/types.h>

#include <functional>

#include "address_range.h"

namespace bamboo::overlap {

/// Of this process; where it was forked, nothing is known. Not for several threads at a time.
class PageTracker {
 public:
  static PageTracker& instance();

  /// Pages are tracked from now on; those that were written since they were tracked before are
  /// told. False: they cannot be tracked.
  bool track(const AddressRange& pages, const std::function<void(const AddressRange&)>& written);
  /// Also where it is not known.
  bool may_be_written(const AddressRange& pages) const;
  /// Pages are tracked no longer.
  void release(const AddressRange& pages);

  PageTracker(const PageTracker&) = delete;
  PageTracker& operator=(const PageTracker&) = delete;

 private:
  PageTracker();
  bool is_usable() const;

  pid_t process_;                 ///< whose memory the descriptors mean
  int faults_ = -1, pages_ = -1;  ///< descriptors; -1: the kernel has no such thing
};

}  // namespace bamboo::overlap
