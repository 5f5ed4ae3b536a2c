// SPDX-License-Identifier: Apache-2.0
// What is known of broadcasts that are over, and of groups that are closed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "datagrams/wire.h"

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

/// The broadcasts of a group that were started and have not failed. It remains when the group is
/// closed, because members may ask for what they have missed.
struct Record {
  std::uint32_t operations = 0;  // those below; nothing is known of later ones
  EmptyOperations empty;
  /// Whether its root may get the answer that a completed broadcast ended well.
  bool has(std::uint32_t operation) const {
    return operation < operations && !empty.contains(operation);
  }
  /// Returns the answer to a member that asks about one of them. A root that polls has missed the
  /// acknowledgement, and gets it again. A receiver that asks would wait for ever, because this
  /// member sends nothing more in this broadcast; it gets a failure.
  Kind answer_to(const Header& question) const {
    return question.kind == Kind::Poll && has(question.operation) ? Kind::Ack : Kind::Failed;
  }
};

/// The groups that were closed last. A member that still asks for a forgotten group hears that this
/// one lives.
class ClosedGroups {
 public:
  void add(std::uint64_t group, Record record) {
    if (!records_.insert_or_assign(group, std::move(record)).second) return;
    by_age_.push_back(group);
    if (by_age_.size() > most_groups) {
      records_.erase(by_age_.front());
      by_age_.pop_front();
    }
  }
  /// Returns null if the group is not closed, or was closed long ago.
  const Record* find(std::uint64_t group) const {
    const auto found = records_.find(group);
    return found == records_.end() ? nullptr : &found->second;
  }

 private:
  static constexpr std::size_t most_groups = 1024;
  std::unordered_map<std::uint64_t, Record> records_;
  std::deque<std::uint64_t> by_age_;
};

}  // namespace bamboo::plans::multicast
