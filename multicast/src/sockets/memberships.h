// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

#include "bamboo/plans/multicast/socket.h"
#include "bamboo/plans/multicast/statistics.h"

namespace bamboo::plans::multicast {

/// The groups that the network card listens to: few (20, CC-MPI section 4.1), so the one that was
/// not used for the longest time makes room for another.
class Memberships {
 public:
  Memberships(Socket& socket, Statistics& statistics, std::size_t limit)
      : socket_(socket), statistics_(statistics), limit_(limit) {}

  /// Joins the group at least until the matching release(). Returns false if there is no room, or
  /// if the network does not allow it.
  bool hold(std::uint32_t ip);
  void release(std::uint32_t ip);
  /// It will not be used again.
  void forget(std::uint32_t ip);
  /// Renews the membership at the switches.
  void renew(std::uint32_t ip);
  bool contains(std::uint32_t ip) const { return entries_.contains(ip); }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::list<std::uint32_t>::iterator place;
    int holders = 0;
  };
  bool evict();

  Socket& socket_;
  Statistics& statistics_;
  std::size_t limit_;
  std::list<std::uint32_t> by_use_;  // the latest in front
  std::unordered_map<std::uint32_t, Entry> entries_;
};

}  // namespace bamboo::plans::multicast
