// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether memory has changed since a moment, as the kernel knows it: whole pages are protected
/// against writes in the asynchronous mode of userfaultfd, in which the kernel lets each write pass
/// and remembers it, and PAGEMAP_SCAN asks for them (Linux 6.7 and newer, 25 µs for 100 MB). The
/// bytes at the ends of ranges, which share their pages with other data, are compared with a copy.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "address_range.h"

namespace bamboo::overlap {

/// Thread-safe. Ranges of several watches may overlap.
class MemoryWatch {
 public:
  /// From now on. The memory need not exist: then it is not watched, or changes when it is mapped.
  explicit MemoryWatch(const std::vector<AddressRange>& memory);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  /// False where the kernel cannot tell, and where more than this process's processors may write
  /// the memory: where it is shared or a file, and where a device is open when the watch begins, as
  /// a network's that receives into memory by itself. Also false for the main thread's stack, which
  /// would get a border there, and beside very many other watches.
  bool watches() const { return watches_; }
  /// Since the beginning. False, too, where nothing is watched, and in a process that was forked.
  bool is_unchanged();

 private:
  struct Bytes {
    uint64_t first;
    std::vector<unsigned char> copy;
  };
  struct Part {
    AddressRange pages;
    Bytes before, behind;  ///< in front of and behind the pages
  };
  static std::optional<Bytes> copy(uint64_t first, uint64_t end);
  static bool may_differ(const Part& part);
  static void tell(const AddressRange& written);
  bool watch(const AddressRange& range);

  std::vector<Part> parts_;
  pid_t process_;
  bool watches_ = false;
  bool is_written_ = false;  ///< as another watch has learned
};

}  // namespace bamboo::overlap
