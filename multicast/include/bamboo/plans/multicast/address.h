// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace bamboo::plans::multicast {

/// An IPv4 address and a UDP port, both in the processor's byte order.
struct Address {
  std::uint32_t ip = 0;
  std::uint16_t port = 0;
  auto operator<=>(const Address&) const = default;
};

std::string to_text(const Address& address);  ///< "10.77.0.4:40123"
std::string ip_to_text(std::uint32_t ip);     ///< "10.77.0.4"

}  // namespace bamboo::plans::multicast
