// SPDX-License-Identifier: Apache-2.0
#include "memory_watch.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

#include "page_tracker.h"

namespace bamboo::overlap {
namespace {

/// More ranges would have too many partial pages at their ends.
constexpr size_t most_ranges = 64;
/// Each protection may split a mapping of the kernel into three. A process may have 65,530
/// mappings.
constexpr size_t most_parts = 2048;
/// The kernel keeps this distance below the main thread's stack free, so that the stack can grow.
constexpr uint64_t stack = uint64_t{128} << 20;

extern "C" void* __libc_stack_end;  // NOLINT(readability-identifier-naming)

struct AllWatches {
  std::mutex mutex;  ///< also of the PageTracker
  std::vector<MemoryWatch*> watches;
  size_t parts = 0;
};
/// It is used until the program's last destructor has run.
AllWatches& all_watches = *new AllWatches;

/// Terminals, and devices of the kernel whose memory does not belong to the program.
bool is_harmless(dev_t device) {
  constexpr unsigned memory_device = 1, terminal_device = 4, other_terminal_device = 5,
                     first_pseudo_terminal = 136, last_pseudo_terminal = 143, null_device = 3,
                     zero_device = 5, first_other_device = 7, last_other_device = 9;
  const unsigned kind = major(device), number = minor(device);
  return kind == terminal_device || kind == other_terminal_device ||
         (kind >= first_pseudo_terminal && kind <= last_pseudo_terminal) ||
         (kind == memory_device && (number == null_device || number == zero_device ||
                                    (number >= first_other_device && number <= last_other_device)));
}

/// Networks, accelerators, modules of the kernel that let other processes write, and io_uring.
bool may_write_by_itself(const std::filesystem::path& descriptor) {
  struct stat about;
  const int number = std::atoi(descriptor.filename().c_str());
  if (fstat(number, &about) != 0) return false;  // the descriptor was closed meanwhile
  if (S_ISCHR(about.st_mode)) return !is_harmless(about.st_rdev);
  if ((about.st_mode & S_IFMT) != 0) return false;
  std::error_code error;
  return std::filesystem::read_symlink(descriptor, error).native().find("io_uring") !=
         std::string::npos;
}

bool may_devices_write() {
  std::error_code error;
  std::filesystem::directory_iterator descriptors("/proc/self/fd", error);
  for (; !error && descriptors != std::filesystem::directory_iterator();
       descriptors.increment(error))
    if (may_write_by_itself(descriptors->path())) return true;
  return static_cast<bool>(error);
}

/// Returns false for memory that does not exist.
bool read_own(uint64_t first, std::vector<unsigned char>& bytes) {
  const iovec from{reinterpret_cast<void*>(first), bytes.size()}, to{bytes.data(), bytes.size()};
  return bytes.empty() ||
         process_vm_readv(getpid(), &to, 1, &from, 1, 0) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

MemoryWatch::MemoryWatch(const std::vector<AddressRange>& memory) : process_(getpid()) {
  const std::lock_guard lock(all_watches.mutex);
  all_watches.watches.push_back(this);
  watches_ = memory.size() <= most_ranges && all_watches.parts + memory.size() <= most_parts &&
             !may_devices_write() &&
             std::all_of(memory.begin(), memory.end(),
                         [&](const AddressRange& range) { return watch(range); });
}

/// Protected before the ends are copied, so that nothing is written between.
bool MemoryWatch::watch(const AddressRange& range) {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t first = std::min((range.first + page - 1) / page * page, range.end);
  const uint64_t end = std::max(range.end / page * page, first);
  if (first < end) {
    if (end > reinterpret_cast<uint64_t>(__libc_stack_end) - stack) return false;
    if (!PageTracker::instance().track({first, end}, mark_changed)) return false;
    ++all_watches.parts;
  }
  auto before = copy(range.first, first), behind = copy(end, range.end);
  const bool can_be_read = before && behind;
  parts_.push_back(
      {{first, end}, std::move(before).value_or(Bytes{}), std::move(behind).value_or(Bytes{})});
  return can_be_read;
}

MemoryWatch::~MemoryWatch() {
  const std::lock_guard lock(all_watches.mutex);
  std::erase(all_watches.watches, this);
  for (const Part& part : parts_) {
    if (part.pages.first == part.pages.end) continue;
    --all_watches.parts;
    PageTracker::instance().release(part.pages);
    mark_changed(part.pages);
  }
}

/// Reports the change to the other watches of the pages, which cannot detect it any more.
void MemoryWatch::mark_changed(const AddressRange& written) {
  for (MemoryWatch* other : all_watches.watches)
    other->is_written_ |=
        std::any_of(other->parts_.begin(), other->parts_.end(), [&](const Part& own) {
          return own.pages.first < written.end && written.first < own.pages.end;
        });
}

std::optional<MemoryWatch::Bytes> MemoryWatch::copy(uint64_t first, uint64_t end) {
  Bytes bytes{first, std::vector<unsigned char>(end - first)};
  if (!read_own(first, bytes.copy)) return std::nullopt;
  return bytes;
}

bool MemoryWatch::may_differ(const Part& part) {
  const auto differs = [](const Bytes& bytes) {
    std::vector<unsigned char> now(bytes.copy.size());
    return !read_own(bytes.first, now) || now != bytes.copy;
  };
  const bool has_pages = part.pages.first < part.pages.end;
  return (has_pages && PageTracker::instance().may_be_written(part.pages)) ||
         differs(part.before) || differs(part.behind);
}

bool MemoryWatch::is_unchanged() {
  const std::lock_guard lock(all_watches.mutex);
  if (!watches_ || process_ != getpid()) return false;
  is_written_ = is_written_ || std::any_of(parts_.begin(), parts_.end(), may_differ);
  return !is_written_;
}

}  // namespace bamboo::overlap
