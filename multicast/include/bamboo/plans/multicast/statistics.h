// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bamboo::plans::multicast {

/// Datagrams that a session has seen so far.
struct Statistics {
  std::uint64_t sent = 0;        ///< payload, first time, by multicast
  std::uint64_t sent_alone = 0;  ///< payload, first time, to one member alone
  std::uint64_t repeated = 0;    ///< payload once more
  std::uint64_t control = 0;     ///< all others that were sent
  std::uint64_t received = 0;    ///< payload that was new
  std::uint64_t duplicates = 0;  ///< payload that was here already
  std::uint64_t foreign = 0;     ///< not of this session, or not in its format
  std::uint64_t forged = 0;      ///< of this session by its header, but not signed with its key
  std::uint64_t unusable = 0;    ///< correctly signed, but inconsistent with the members' state
  std::uint64_t joins = 0;       ///< memberships taken
  std::uint64_t evictions = 0;   ///< memberships given up for others
};

}  // namespace bamboo::plans::multicast
