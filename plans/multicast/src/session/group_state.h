// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "protocol/broadcast_side.h"
#include "protocol/reception.h"
#include "protocol/transmission.h"

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

/// A datagram that came before its broadcast was started here.
struct Early {
  std::vector<std::byte> bytes;
  bool by_multicast = false;
};

struct RunningBroadcast {
  std::unique_ptr<BroadcastSide> operation;
  Reception* reception = nullptr;  // the same, when this is a receiver
  bool holds_membership = false;
  std::string failure;  // why it cannot end
  int failed_member = -1;
};

/// The engine's state of an open group.
struct GroupState {
  GroupState(std::uint64_t number, std::uint32_t address, std::vector<int> of_session, int place,
             double ceiling)
      : id(number),
        ip(address),
        members(std::move(of_session)),
        self(place),
        as_root(members.size(), ceiling),
        of_roots(members.size()) {}

  const std::uint64_t id;
  const std::uint32_t ip;
  const std::vector<int> members;  // of the session
  const int self;                  // place in members
  std::uint32_t next_operation = 0;
  std::map<std::uint32_t, RunningBroadcast> running;
  std::map<std::uint32_t, std::deque<Early>> early;  // by operation
  std::size_t early_bytes = 0;
  RootMemory as_root;
  std::vector<ReceiverMemory> of_roots;  // by the root's place
  std::string failure;                   // of an earlier broadcast
  std::uint32_t failed_from = 0;         // the first one that failed with it
  EmptyOperations empty;

  Record record() const {
    return {failure.empty() ? next_operation : std::min(failed_from, next_operation), empty};
  }

  int place_of(int member) const {
    for (std::size_t i = 0; i < members.size(); ++i)
      if (members[i] == member) return static_cast<int>(i);
    return -1;
  }
};

}  // namespace bamboo::plans::multicast
