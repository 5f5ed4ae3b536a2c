// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace bamboo::driver {

/// A new folder under TMPDIR that goes away with the object, whatever happens in between.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// A new sub-folder: files of equal names from different places do not meet.
  std::filesystem::path make_subfolder();

 private:
  std::filesystem::path path_;
  int subfolders_ = 0;
};

}  // namespace bamboo::driver
