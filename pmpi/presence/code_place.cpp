// SPDX-License-Identifier: Apache-2.0
#include "presence/code_place.h"

#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace bamboo::plans::pmpi {
namespace {

/// The lines of /proc/self/maps, which are read in pieces.
class Mappings {
 public:
  Mappings() : file_(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  ~Mappings() {
    if (file_ >= 0) close(file_);
  }
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;

  /// The next line, without its end; null: there is none. A line that is too long is cut.
  const char* next() {
    const auto* end = static_cast<const char*>(std::memchr(text_, '\n', used_));
    while (end == nullptr && used_ < sizeof text_ - 1 && read_more())
      end = static_cast<const char*>(std::memchr(text_, '\n', used_));
    if (used_ == 0) return nullptr;
    const std::size_t length = end ? static_cast<std::size_t>(end - text_) : used_;
    std::memcpy(line_, text_, length);
    line_[length] = '\0';
    const std::size_t taken = std::min(length + 1, used_);
    used_ -= taken;
    std::memmove(text_, text_ + taken, used_);
    return line_;
  }

 private:
  bool read_more() {
    const ssize_t bytes = file_ < 0 ? 0 : read(file_, text_ + used_, sizeof text_ - 1 - used_);
    if (bytes <= 0) return false;
    used_ += static_cast<std::size_t>(bytes);
    return true;
  }

  const int file_;
  std::size_t used_ = 0;
  char text_[4096], line_[4096];
};

/// A program with fixed addresses is looked up by these.
bool has_fixed_addresses(std::uint64_t begin) {
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(begin);
  return std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_type == ET_EXEC;
}

}  // namespace

CodePlace CodePlace::of_call(const void* return_address) {
  CodePlace place;
  place.address = reinterpret_cast<std::uintptr_t>(return_address) - 1;
  Mappings mappings;
  std::uint64_t base = 0;  // of the file that contains the lines before
  char file[sizeof place.object] = "";
  while (const char* line = mappings.next()) {
    unsigned long begin = 0, end = 0, offset = 0;
    char permissions[5] = "";
    int name = 0;
    if (std::sscanf(line, "%lx-%lx %4s %lx %*s %*s %n", &begin, &end, permissions, &offset, &name) <
        4)
      continue;
    if (name == 0 || line[name] != '/') continue;
    if (offset == 0 && std::strcmp(line + name, file) != 0) {
      std::snprintf(file, sizeof file, "%s", line + name);
      base = begin;
    }
    if (place.address < begin || place.address >= end) continue;
    std::snprintf(place.object, sizeof place.object, "%s", line + name);
    if (std::strcmp(file, place.object) == 0 && !has_fixed_addresses(base)) place.address -= base;
    break;
  }
  return place;
}

}  // namespace bamboo::plans::pmpi
