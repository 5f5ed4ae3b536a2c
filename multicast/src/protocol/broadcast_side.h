// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bamboo/plans/multicast/clock.h"
#include "datagrams/wire.h"

namespace bamboo::plans::multicast {

/// Identifies a broadcast in the headers of its datagrams and in the network.
struct Where {
  std::uint64_t group = 0;
  std::uint32_t operation = 0;
  std::uint32_t ip = 0;  ///< of the group

  /// The header of a datagram of a message with `total` bytes.
  Header header(Kind kind, std::uint32_t sequence, std::uint64_t total) const {
    Header out;
    out.kind = kind;
    out.group = group;
    out.operation = operation;
    out.sequence = sequence;
    out.total = total;
    return out;
  }
};

/// One member's side of one broadcast: the root's (Transmission) or a receiver's (Reception).
class BroadcastSide {
 public:
  virtual ~BroadcastSide() = default;
  /// A datagram of a member of the group, `place` there.
  virtual void handle(const Datagram& datagram, int place, bool by_multicast, Time now) = 0;
  /// Sends the datagrams whose time has come.
  virtual void progress(Time now) = 0;
  virtual bool finished() const = 0;
  /// Returns the time at which progress() has something to do even if no datagram arrives.
  virtual Time deadline() const = 0;
  /// Whether the network was too busy to take everything.
  virtual bool wants_room() const { return false; }
  /// A session's member that has been silent for longer than `patience`; -1: none.
  virtual int dead(Duration patience) const = 0;
};

/// Switches learn the listeners of a new group milliseconds after its members have joined. A
/// message sent before is lost, and noticing and repairing that takes about 20 ms. So a short first
/// message goes to each member by unicast: one datagram for each of `members` - 1, whose total size
/// is at most what the slowest usual network carries until the switches have learned. Both sides
/// know the rule, so the receiver does not conclude that multicasts fail.
inline bool goes_to_each_alone(const Where& where, std::size_t bytes, std::size_t unit,
                               std::size_t members) {
  constexpr std::size_t most_copies_bytes = 64 << 10;  // 5 ms at 100 Mbit/s
  return where.operation == 0 && bytes <= unit && bytes * (members - 1) <= most_copies_bytes;
}

}  // namespace bamboo::plans::multicast
