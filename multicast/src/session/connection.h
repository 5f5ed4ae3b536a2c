// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/settings.h"
#include "bamboo/plans/multicast/socket.h"
#include "bamboo/plans/multicast/statistics.h"
#include "datagrams/card.h"
#include "datagrams/outbox.h"
#include "datagrams/wire.h"
#include "protocol/liveness.h"
#include "sockets/memberships.h"

namespace bamboo::plans::multicast {

/// The members of a session. They do not change.
struct Members {
  /// Throws Failure if these are not the cards of members of which `itself` has shown `own`.
  Members(std::span<const std::string> cards, int itself, const std::string& own);
  int size() const { return static_cast<int>(addresses.size()); }

  Agreement agreement;
  int self;
  std::size_t unit = largest_unit;  ///< bytes of payload that a datagram can bring to each of them
  std::vector<Address> addresses;   ///< by member
  std::vector<std::string> names;   ///< by member, for messages
};

/// What connects this member with the others: datagrams that leave, and those of other members that
/// come in. It does not know groups.
class Connection {
 public:
  Connection(Socket& socket, Statistics& counters, const Settings& settings, Members all);

  /// Returns the content of an intact datagram of another member.
  std::optional<Datagram> accept(const Arrival& arrival);
  /// The number of pieces that may wait here unread.
  std::uint32_t credit() const;
  /// Answers a member that asks about a broadcast that is not running here. `by_unicast`: a root
  /// uses the last such request, also if it repeats one that was lost.
  void answer(Kind kind, const Header& question, bool by_unicast);

  const Members members;
  const bool is_listening;  ///< to multicasts
  Statistics& statistics;
  Liveness liveness;
  Memberships memberships;
  Outbox outbox;

 private:
  Socket& socket_;
  const Seal seal_;
};

}  // namespace bamboo::plans::multicast
