// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bamboo::plans::multicast {

/// The numbers of a group's broadcasts that moved nothing here, so that a datagram of one shows
/// that members disagree. Kept as runs, and only the latest of these.
class EmptyOperations {
 public:
  /// Call it with increasing numbers.
  void add(std::uint32_t operation) {
    if (!runs_.empty() && runs_.back().end == operation) {
      ++runs_.back().end;
      return;
    }
    runs_.push_back({operation, operation + 1});
    if (runs_.size() > most_runs) runs_.erase(runs_.begin());
  }
  bool contains(std::uint32_t operation) const {
    return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) {
      return operation - run.begin < run.end - run.begin;  // modulo 2^32
    });
  }

 private:
  static constexpr std::size_t most_runs = 256;
  struct Run {
    std::uint32_t begin, end;
  };
  std::vector<Run> runs_;
};

}  // namespace bamboo::plans::multicast
