// SPDX-License-Identifier: Apache-2.0
#include "page_tracker.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

namespace bamboo::overlap {
namespace {

// From <linux/fs.h> and <linux/userfaultfd.h> of Linux 6.7; older headers lack these definitions.
struct PageRegion {
  uint64_t start, end, categories;
};
struct ScanArguments {
  uint64_t size, flags, start, end, walk_end, regions, region_count, most_pages;
  uint64_t inverted, all_of, any_of, returned;
};
constexpr unsigned long scan = _IOWR('f', 16, ScanArguments);
constexpr uint64_t protect_them = 1, only_tracked = 2;                 // flags
constexpr uint64_t written_category = 1 << 1, file_category = 1 << 2;  // categories
constexpr uint64_t unpopulated = 1 << 13, asynchronous = 1 << 15;      // features
constexpr int user_mode_only = 1;

ScanArguments arguments(const AddressRange& pages, uint64_t flags, uint64_t category) {
  return {
      sizeof(ScanArguments), flags, pages.first, pages.end, 0, 0, 0, 0, 0, category, 0, category};
}

}  // namespace

PageTracker& PageTracker::instance() {
  static PageTracker& tracker = *new PageTracker;  // also used by the program's last destructors
  return tracker;
}

PageTracker::PageTracker()
    : process_(getpid()),
      faults_(static_cast<int>(syscall(SYS_userfaultfd, O_CLOEXEC | user_mode_only))) {
  uffdio_api wanted = {};
  wanted.api = UFFD_API;
  wanted.features = asynchronous | unpopulated;
  if (faults_ >= 0 && ioctl(faults_, UFFDIO_API, &wanted) == 0)
    pages_ = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

bool PageTracker::is_usable() const {
  return pages_ >= 0 && process_ == getpid();
}

void PageTracker::release(const AddressRange& pages) {
  uffdio_range range = {pages.first, pages.end - pages.first};
  if (is_usable()) ioctl(faults_, UFFDIO_UNREGISTER, &range);
}

bool PageTracker::track(const AddressRange& pages,
                        const std::function<void(const AddressRange&)>& written) {
  if (!is_usable()) return false;
  ScanArguments of_file = arguments(pages, 0, file_category);
  PageRegion one;
  of_file.regions = reinterpret_cast<uint64_t>(&one);
  of_file.region_count = of_file.most_pages = 1;
  if (ioctl(pages_, scan, &of_file) != 0) return false;
  uffdio_register tracked = {};
  tracked.range = {pages.first, pages.end - pages.first};
  tracked.mode = UFFDIO_REGISTER_MODE_WP;
  if (ioctl(faults_, UFFDIO_REGISTER, &tracked) != 0) return false;
  std::array<PageRegion, 64> regions;
  ScanArguments protect = arguments(pages, protect_them | only_tracked, written_category);
  protect.regions = reinterpret_cast<uint64_t>(regions.data());
  protect.region_count = regions.size();
  while (protect.start < pages.end) {
    const int found = ioctl(pages_, scan, &protect);
    if (found < 0) {
      release(pages);
      return false;
    }
    for (int i = 0; i < found; ++i) written({regions[i].start, regions[i].end});
    protect.start = protect.walk_end;
  }
  return true;
}

bool PageTracker::may_be_written(const AddressRange& pages) const {
  ScanArguments look = arguments(pages, only_tracked, written_category);
  PageRegion one;
  look.regions = reinterpret_cast<uint64_t>(&one);
  look.region_count = look.most_pages = 1;
  return !is_usable() || ioctl(pages_, scan, &look) != 0;
}

}  // namespace bamboo::overlap
