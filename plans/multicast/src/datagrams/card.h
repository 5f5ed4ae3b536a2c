// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/address.h"
#include "datagrams/seal.h"

namespace bamboo::plans::multicast {

/// The facts that a member tells the others before any datagram is sent.
struct Card {
  Address address;
  std::uint16_t unit = 0;             ///< bytes of payload that a datagram can bring to it
  std::array<std::byte, 16> share{};  ///< random: its part of the key
  std::string host;                   ///< for messages; at most 64 bytes
};

std::string to_bytes(const Card& card);
/// None: not a card of this version.
std::optional<Card> read_card(const std::string& bytes);
/// A card of this host, with a fresh share.
Card make_card(const Address& address, std::size_t unit);

/// The facts that all members compute alike from all cards.
struct Agreement {
  Seal::Key key{};
  std::uint32_t session = 0;  ///< in headers
  std::uint16_t port = 0;     ///< of multicasts
  std::uint64_t groups = 0;   ///< salt of groups' numbers, so that jobs take different ones
};
Agreement agree(std::span<const std::string> cards);

/// Of a group of these members; `instance` tells it from others of the same. Never 0. No member
/// checks that all groups of a job differ: 64 bits make it sure enough.
std::uint64_t group_id(const Agreement& agreement, std::span<const int> members,
                       std::uint64_t instance);
/// In 239.192.0.0/14, the addresses that stay inside of an organisation (RFC 2365).
std::uint32_t group_ip(const Agreement& agreement, std::uint64_t group);

}  // namespace bamboo::plans::multicast
