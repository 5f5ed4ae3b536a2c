// SPDX-License-Identifier: Apache-2.0
// A bad network, for tests and experiments.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "bamboo/plans/multicast/socket.h"

namespace bamboo::plans::multicast {

/// Simulated faults of an arriving datagram, each with its own probability. Receivers lose
/// different datagrams, as behind a switch.
struct Faults {
  double loss = 0, duplication = 0;
  double reordering = 0;        ///< it arrives after up to eight later ones
  double damage = 0;            ///< one bit is inverted
  bool multicast_lost = false;  ///< every multicast is lost, as in a network without multicast
  std::uint32_t seed = 1;       ///< an equal seed gives the same faults
  /// If set, counts the datagrams that arrived after later ones, over all sockets that share the
  /// counter.
  std::shared_ptr<std::atomic<std::uint64_t>> overtaken = nullptr;
};

std::unique_ptr<Socket> with_faults(std::unique_ptr<Socket> socket, const Faults& faults);

/// For Settings::between.
std::function<std::unique_ptr<Socket>(std::unique_ptr<Socket>)> between(const Faults& faults);

}  // namespace bamboo::plans::multicast
