// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "protocol/broadcast_side.h"
#include "protocol/reception.h"
#include "protocol/transmission.h"
#include "session/closed_groups.h"

namespace bamboo::plans::multicast {

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
