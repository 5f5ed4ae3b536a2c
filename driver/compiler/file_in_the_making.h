// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace bamboo::driver {

/// The program writes a temporary file next to the final one; finish() renames it. So a process
/// that runs the old file keeps it, and a failure leaves no partial file. If the final file exists
/// and is not a regular file (configuration scripts write to /dev/null), finish() copies the
/// contents to it instead.
class FileInTheMaking {
 public:
  FileInTheMaking(const std::string& final_name, const std::filesystem::path& temporary);
  ~FileInTheMaking();
  FileInTheMaking(const FileInTheMaking&) = delete;
  FileInTheMaking& operator=(const FileInTheMaking&) = delete;
  const std::string& name() const { return name_; }
  void finish();

 private:
  std::string final_name_;
  bool is_special_;
  std::string name_;
};

}  // namespace bamboo::driver
