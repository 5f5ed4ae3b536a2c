// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "session/connection.h"

namespace bamboo::plans::multicast {

/// When a member of a probe speaks.
struct ProbeTimes {
  Duration first, interval;
};

/// Returns the times of one member. In a large group a member sends less often, and each member at
/// another time. The interval leaves time for several attempts before the probe ends: first
/// datagrams by multicast may get lost, and unicast is tried several times.
ProbeTimes probe_times(std::size_t members, int self, Duration at_most);

/// Finds out who hears whose multicasts, with datagrams of the full size. The caller has the clock.
class Probe {
 public:
  explicit Probe(Connection& connection);

  void begin(Duration at_most, Time now);
  /// A datagram of another member's probe.
  void handle(const Datagram& datagram, bool by_multicast);
  /// Sends the datagrams whose time has come.
  void progress(Time now);
  bool is_over(Time now) const;
  /// Returns the time at which progress() has something to do even if no datagram arrives.
  Time deadline() const;
  Reach end();
  /// Reports that a probe has ended and has not received a multicast of this member.
  bool misses(int member) const { return has_ended_ && !reached_[member].by_multicast; }

 private:
  struct Reached {
    bool by_multicast = false, by_unicast = false, hears_us = false;
    bool both_ways() const { return by_multicast && hears_us; }
  };
  void say(const Address& to);

  Connection& connection_;
  const std::uint32_t ip_;
  std::vector<Reached> reached_;  // by member
  bool has_ended_ = false, is_member_ = false;
  ProbeTimes times_{};
  Time half_{}, end_{}, next_{};
};

}  // namespace bamboo::plans::multicast
