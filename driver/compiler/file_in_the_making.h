// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace bamboo::driver {

/// A temporary file next to the final one, so that the last step is a rename: a running program
/// keeps its old file, and a failure leaves no partial file. A file that is not regular (/dev/null
/// in configuration scripts) is written, not replaced.
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
