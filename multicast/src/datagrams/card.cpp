// SPDX-License-Identifier: Apache-2.0
#include "datagrams/card.h"

#include <sodium.h>
#include <unistd.h>

#include <cstring>

#include "bamboo/plans/multicast/failure.h"
#include "datagrams/wire.h"

namespace bamboo::plans::multicast {
namespace {

constexpr char magic[] = {'B', 'M', 'c', '2'};
constexpr std::size_t fixed_bytes = sizeof magic + 4 + 2 + 2 + 16;
constexpr std::size_t longest_host = 64;
/// Below the ports that systems give away by themselves.
constexpr std::uint16_t first_port = 20000, ports = 12000;

void append(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint32_t number_at(const std::string& bytes, std::size_t offset, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  return value;
}

void start_library() {
  if (sodium_init() < 0)
    throw Failure("multicast: libsodium cannot be initialised: no source of random numbers");
}

}  // namespace

std::string to_bytes(const Card& card) {
  std::string bytes(magic, sizeof magic);
  append(bytes, card.address.ip, 4);
  append(bytes, card.address.port, 2);
  append(bytes, card.unit, 2);
  bytes.append(reinterpret_cast<const char*>(card.share.data()), card.share.size());
  return bytes + card.host;
}

std::optional<Card> read_card(const std::string& bytes) {
  if (bytes.size() < fixed_bytes || bytes.size() > fixed_bytes + longest_host ||
      std::memcmp(bytes.data(), magic, sizeof magic) != 0) {
    return std::nullopt;
  }
  Card card;
  card.address.ip = number_at(bytes, 4, 4);
  card.address.port = static_cast<std::uint16_t>(number_at(bytes, 8, 2));
  card.unit = static_cast<std::uint16_t>(number_at(bytes, 10, 2));
  std::memcpy(card.share.data(), bytes.data() + 12, card.share.size());
  card.host = bytes.substr(fixed_bytes);
  if (card.unit < least_unit || card.unit > largest_unit || card.address.port == 0 ||
      card.address.ip == 0) {
    return std::nullopt;
  }
  return card;
}

Card make_card(const Address& address, std::size_t unit) {
  start_library();
  Card card;
  card.address = address;
  card.unit = static_cast<std::uint16_t>(unit);
  randombytes_buf(card.share.data(), card.share.size());
  char host[longest_host + 1] = {};
  if (gethostname(host, longest_host) == 0) card.host = host;
  return card;
}

Agreement agree(std::span<const std::string> cards) {
  start_library();
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, 32);
  for (const std::string& card : cards) {
    // Include the lengths, so that different lists of cards never give the same bytes.
    const std::uint64_t length = card.size();
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&length),
                              sizeof length);
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(card.data()), length);
  }
  std::array<unsigned char, 32> digest;
  crypto_generichash_final(&state, digest.data(), digest.size());
  Agreement agreement;
  std::memcpy(agreement.key.data(), digest.data(), agreement.key.size());
  std::memcpy(&agreement.session, digest.data() + 16, sizeof agreement.session);
  std::uint16_t port;
  std::memcpy(&port, digest.data() + 20, sizeof port);
  agreement.port = static_cast<std::uint16_t>(first_port + port % ports);
  std::memcpy(&agreement.groups, digest.data() + 24, sizeof agreement.groups);
  return agreement;
}

std::uint64_t group_id(const Agreement& agreement, std::span<const int> members,
                       std::uint64_t instance) {
  static_assert(crypto_shorthash_KEYBYTES == 16);
  std::array<unsigned char, 16> key{};
  std::memcpy(key.data(), &agreement.groups, sizeof agreement.groups);
  std::memcpy(key.data() + 8, &instance, sizeof instance);
  std::uint64_t hash;
  crypto_shorthash(reinterpret_cast<unsigned char*>(&hash),
                   reinterpret_cast<const unsigned char*>(members.data()), members.size_bytes(),
                   key.data());
  return hash == 0 ? 1 : hash;
}

std::uint32_t group_ip(const Agreement& agreement, std::uint64_t group) {
  const std::uint64_t mixed = (group ^ agreement.groups) * 0x9e3779b97f4a7c15u;
  return 0xefc00000u | static_cast<std::uint32_t>(mixed >> 46);  // 18 bits below 239.192
}

}  // namespace bamboo::plans::multicast
