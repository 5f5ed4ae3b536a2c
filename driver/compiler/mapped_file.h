// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace bamboo::driver {

/// A file's contents, read-only. A file that cannot be read has none.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::span<const char> contents() const { return contents_; }

 private:
  std::span<const char> contents_;
};

}  // namespace bamboo::driver
