// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bamboo::mpi {

/// Hints: keys with values, in the order in which they were first set.
class Info {
 public:
  /// Throws MpiError(MPI_ERR_INFO_KEY or MPI_ERR_INFO_VALUE) for empty or too long ones.
  void set(std::string_view key, std::string_view value);
  /// Returns null if the key is not set.
  const std::string* get(std::string_view key) const;
  /// Throws MpiError(MPI_ERR_INFO_NOKEY) when the key is not set.
  void erase(std::string_view key);
  int size() const { return static_cast<int>(entries_.size()); }
  const std::string& key(int n) const { return entries_[n].first; }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

/// The object behind a handle. Throws MpiError(MPI_ERR_INFO).
std::shared_ptr<Info> info_ref(MPI_Info handle);
/// Like above, with null for MPI_INFO_NULL.
std::shared_ptr<const Info> hints(MPI_Info handle);
MPI_Info new_handle(std::shared_ptr<Info> info);
void free_handle(MPI_Info handle);

}  // namespace bamboo::mpi
