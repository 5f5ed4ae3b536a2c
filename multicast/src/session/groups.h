// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "session/open_group.h"

namespace bamboo::plans::multicast {

/// The groups of a session: the open ones, and those that were closed last.
class Groups {
 public:
  Groups(Connection& connection, const Settings& settings, const Probe& probe)
      : connection_(connection), settings_(settings), probe_(probe) {}

  /// The numbers of groups: of the next one of these members, of the one that they call so, and of
  /// one of some members of a group that has begun so many broadcasts.
  std::uint64_t next_id(const std::vector<int>& members);
  std::uint64_t id_of(const std::vector<int>& members, std::uint32_t number) const;
  std::uint64_t id_within(std::uint64_t group, std::uint32_t begun,
                          const std::vector<int>& members) const;

  void open(std::uint64_t id, const std::vector<int>& members, int self);
  void close(std::uint64_t id);
  OpenGroup& at(std::uint64_t id) { return *open_.at(id); }
  /// Does nothing if its group is closed.
  void give_up(std::uint64_t id, std::uint32_t operation);

  /// A datagram of another member, which belongs to a group.
  void handle(const Datagram& datagram, const Arrival& arrival, Time now);
  void progress(Time now, bool is_drained);
  Due due(Time at_the_latest) const;

 private:
  void answer_for_closed(const Header& question);

  Connection& connection_;
  const Settings& settings_;
  const Probe& probe_;
  std::unordered_map<std::uint64_t, std::unique_ptr<OpenGroup>> open_;
  ClosedGroups closed_;
  std::map<std::vector<int>, std::uint32_t> instances_;  // how many groups of the same members
};

}  // namespace bamboo::plans::multicast
