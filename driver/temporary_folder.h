// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace bamboo::driver {

/// A new folder under TMPDIR. The destructor removes it with all contents.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Makes a new subfolder, so that files with equal names do not collide.
  std::filesystem::path make_subfolder();

 private:
  std::filesystem::path path_;
  int subfolders_ = 0;
};

}  // namespace bamboo::driver
