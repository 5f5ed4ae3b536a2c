// SPDX-License-Identifier: Apache-2.0
#include "memory_watch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <string>

#include "page_tracker.h"

namespace bamboo::overlap {
namespace {

/// Of more ranges the ends alone would be many.
constexpr size_t kMostRanges = 64;

std::mutex watches_mutex;
std::vector<MemoryWatch*> all_watches;

/// Writes no memory of programs by itself.
bool is_harmless(const std::string& device) {
  constexpr std::array<const char*, 10> kHarmless = {
      "/dev/null", "/dev/zero", "/dev/full",    "/dev/random", "/dev/urandom",
      "/dev/tty",  "/dev/pts/", "/dev/console", "/dev/shm/",   "/dev/ptmx"};
  return std::any_of(kHarmless.begin(), kHarmless.end(),
                     [&](const char* start) { return device.starts_with(start); });
}

/// Networks, accelerators, and modules of the kernel that let other processes write.
bool may_devices_write() {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::directory_iterator descriptors("/proc/self/fd", error);
  if (error) return true;
  for (; descriptors != fs::directory_iterator(); descriptors.increment(error)) {
    if (error) return true;
    const std::string target = fs::read_symlink(descriptors->path(), error);
    const bool is_device = target.starts_with("/dev/") && !is_harmless(target);
    if (is_device || target.starts_with("anon_inode:[io_uring]")) return true;
  }
  return false;
}

}  // namespace

MemoryWatch::MemoryWatch(const std::vector<AddressRange>& memory) : process_(getpid()) {
  if (memory.size() > kMostRanges || may_devices_write()) return;
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const auto bytes = [](uint64_t first, uint64_t end) {
    const auto* place = reinterpret_cast<const unsigned char*>(first);
    return Bytes{first, {place, place + (end - first)}};
  };
  const std::lock_guard lock(watches_mutex);
  watches_ = true;
  for (const AddressRange& range : memory) {
    const uint64_t first = std::min((range.first + page - 1) / page * page, range.end);
    const uint64_t end = std::max(range.end / page * page, first);
    // Protected first, so that nothing is written between.
    if (first < end) watches_ &= PageTracker::instance().track({first, end}, tell_others);
    parts_.push_back({{first, end}, bytes(range.first, first), bytes(end, range.end)});
  }
  all_watches.push_back(this);
}

MemoryWatch::~MemoryWatch() {
  const std::lock_guard lock(watches_mutex);
  std::erase(all_watches, this);
}

void MemoryWatch::tell_others(const AddressRange& written) {
  for (MemoryWatch* other : all_watches)
    other->is_written_ |=
        std::any_of(other->parts_.begin(), other->parts_.end(), [&](const Part& own) {
          return own.pages.first < written.end && written.first < own.pages.end;
        });
}

bool MemoryWatch::may_differ(const Part& part) {
  const auto differs = [](const Bytes& bytes) {
    return !std::equal(bytes.copy.begin(), bytes.copy.end(),
                       reinterpret_cast<const unsigned char*>(bytes.first));
  };
  const bool has_pages = part.pages.first < part.pages.end;
  return (has_pages && PageTracker::instance().may_be_written(part.pages)) ||
         differs(part.before) || differs(part.behind);
}

bool MemoryWatch::is_unchanged() {
  const std::lock_guard lock(watches_mutex);
  if (!watches_ || process_ != getpid()) return false;
  is_written_ = is_written_ || std::any_of(parts_.begin(), parts_.end(), may_differ);
  return !is_written_;
}

}  // namespace bamboo::overlap
