// SPDX-License-Identifier: Apache-2.0
// Where the record of a job's runs is kept: a file in the user's cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "vf_job.h"
#include "vf_record.h"

namespace bamboo::driver {

class VfStore {
 public:
  /// Returns nothing where the user has no cache.
  static std::optional<VfStore> of(const VfJob& job);

  const std::filesystem::path& file() const { return file_; }

  /// An empty record where there is none that this version reads.
  VfRecord read() const;
  void report_malformed() const;

  /// Replaces the file in one step: a concurrent reader gets the old record or the new one. Returns
  /// false after a failure, which it reports.
  bool write(const VfRecord& record) const;

 private:
  VfStore(std::filesystem::path file, std::string job)
      : file_(std::move(file)), job_(std::move(job)) {}

  std::filesystem::path file_;
  std::string job_;  ///< a line for people
};

}  // namespace bamboo::driver
