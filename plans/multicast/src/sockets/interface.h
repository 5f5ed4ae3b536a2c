// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace bamboo::plans::multicast {

/// One of this host's ways to the network.
struct Interface {
  std::string name;
  std::uint32_t ip = 0;
  int index = 0;
  std::size_t mtu = 0;
  bool is_loopback = false;
};

/// Finds an interface by its name or its address; if `wanted` is empty, the one that multicasts are
/// routed to. Throws Failure.
Interface find_interface(const std::string& wanted);

}  // namespace bamboo::plans::multicast
