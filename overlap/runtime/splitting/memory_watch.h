// SPDX-License-Identifier: Apache-2.0
// Detects changes of memory since a moment with the kernel's help: whole pages are write-protected
// in the asynchronous mode of userfaultfd, in which the kernel lets each write pass and records
// it; PAGEMAP_SCAN reads the record (Linux 6.7 and newer, 25 µs for 100 MB). The bytes at the ends
// of ranges, which share their pages with other data, are compared with a copy.
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
  /// Begins the watch. Memory that does not exist is not watched, or counts as changed once it is
  /// mapped.
  explicit MemoryWatch(const std::vector<AddressRange>& memory);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  /// Returns false if the kernel does not support it, and if others than this process's processors
  /// may write the memory: shared memory, a file, or an open device when the watch begins (a
  /// network device may receive into memory). Also false for whole pages of the main thread's
  /// stack, which would be split into two mappings, and beside very many other watches.
  bool watches() const { return watches_; }
  /// Whether the memory is unchanged since the beginning. False if nothing is watched, and in a
  /// forked process.
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
  static void mark_changed(const AddressRange& written);
  bool watch(const AddressRange& range);

  std::vector<Part> parts_;
  pid_t process_;
  bool watches_ = false;
  bool is_written_ = false;  ///< the change that another watch has detected
};

}  // namespace bamboo::overlap
