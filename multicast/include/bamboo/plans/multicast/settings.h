// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "bamboo/plans/multicast/socket.h"

namespace bamboo::plans::multicast {

struct Settings {
  /// This host's address or the name of one of its interfaces. Empty: where multicasts are routed.
  std::string interface;
  /// Bytes of a whole IP packet; 0: the interface's.
  std::size_t mtu = 0;
  /// Kernel buffers, bytes; it may grant less (net.core.rmem_max).
  std::size_t receive_buffer = 4 << 20, send_buffer = 104 << 10;
  /// Bytes per second at most; 0: as fast as the link drains, slower when receivers report loss.
  double rate = 0;
  /// A message of at most so many bytes does not wait for its receivers to say that they are
  /// ready, once they have been so for an earlier one: it waits in their kernels' buffers.
  std::size_t eager = 64 << 10;
  /// Seconds of silence after which a member that should answer counts as dead, at least 1. A
  /// member answers while it is in a call of this library, or always when `thread` is set.
  double patience = 10;
  /// Groups that the network card is a member of at the same time (also
  /// net.ipv4.igmp_max_memberships).
  std::size_t memberships = 20;
  /// Routers that a multicast may pass, plus one.
  int time_to_live = 1;
  /// Whether the session has its own thread, which answers and repairs while the caller does other
  /// work. It sleeps while nothing arrives. Without it, a member that leaves a broadcast must keep
  /// calling progress(), because its last acknowledgement may be lost.
  bool thread = false;
  /// Puts a socket between the session and the network; none: the session uses the network itself.
  std::function<std::unique_ptr<Socket>(std::unique_ptr<Socket>)> between;
};

}  // namespace bamboo::plans::multicast
