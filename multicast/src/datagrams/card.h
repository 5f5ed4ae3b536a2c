// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/address.h"
#include "datagrams/wire.h"

namespace bamboo::plans::multicast {

/// The facts that members exchange before any datagram is sent.
struct Card {
  Address address;
  std::uint16_t unit = 0;             ///< bytes of payload that a datagram can bring to it
  std::array<std::byte, 16> share{};  ///< random: its part of the key
  std::string host;                   ///< for messages; at most 64 bytes
};

std::string to_bytes(const Card& card);
/// Returns nothing if the text is not a card of this version.
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

/// Computes the id of a group of these members, never 0; `instance` distinguishes groups of the
/// same members. Members do not check that all groups of a job have different ids, because 64 bits
/// make a collision unlikely.
std::uint64_t group_id(const Agreement& agreement, std::span<const int> members,
                       std::uint64_t instance);
/// An address in 239.192.0.0/14, which stays inside an organisation (RFC 2365).
std::uint32_t group_ip(const Agreement& agreement, std::uint64_t group);

}  // namespace bamboo::plans::multicast
