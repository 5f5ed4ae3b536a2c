// SPDX-License-Identifier: Apache-2.0
#include "datagrams/wire.h"

#include <sodium.h>

#include <algorithm>
#include <concepts>

namespace bamboo::plans::multicast {
namespace {

constexpr std::uint8_t version = 2;

template <std::unsigned_integral T>
void put(std::span<std::byte> bytes, std::size_t offset, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

template <std::unsigned_integral T>
T get(std::span<const std::byte> bytes, std::size_t offset) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value =
        static_cast<T>(value | static_cast<T>(std::to_integer<T>(bytes[offset + i]) << (8 * i)));
  }
  return value;
}

bool has_report(Kind kind) {
  return kind == Kind::Ready || kind == Kind::Ack || kind == Kind::Nack;
}

bool payload_fits(Kind kind, std::size_t bytes) {
  switch (kind) {
    case Kind::Data:
      return bytes >= 1 && bytes <= largest_unit;
    case Kind::Ready:
    case Kind::Ack:
      return bytes == report_bytes;
    case Kind::Nack:
      return bytes > report_bytes && bytes <= report_bytes + bitmap_limit;
    case Kind::Poll:
    case Kind::Alive:
    case Kind::End:
      return bytes == 0;
    case Kind::Probe:
      return bytes >= 1 && bytes <= largest_unit;
    case Kind::Failed:
      return bytes == 4;
  }
  return false;  // this version does not have that kind
}

bool report_fits(const Header& header, std::span<const std::byte> payload) {
  const Report report = read_report(payload);
  const bool known_flags = get<std::uint32_t>(payload, 12) <= 1;
  return known_flags && report.received <= report.highest && report.highest <= report.limit &&
         (header.kind != Kind::Ready || (header.sequence == 0 && report.highest == 0));
}

}  // namespace

void write_header(const Header& header, std::size_t payload, std::span<std::byte> datagram) {
  put<std::uint8_t>(datagram, 0, 'B');
  put<std::uint8_t>(datagram, 1, 'M');
  put<std::uint8_t>(datagram, 2, version);
  put<std::uint8_t>(datagram, 3, static_cast<std::uint8_t>(header.kind));
  put<std::uint32_t>(datagram, 4, header.session);
  put<std::uint16_t>(datagram, 8, header.sender);
  put<std::uint16_t>(datagram, 10, static_cast<std::uint16_t>(payload));
  put<std::uint64_t>(datagram, 12, header.group);
  put<std::uint32_t>(datagram, 20, header.operation);
  put<std::uint32_t>(datagram, 24, header.sequence);
  put<std::uint64_t>(datagram, 28, header.total);
}

void write_report(const Report& report, std::span<std::byte> payload) {
  put<std::uint32_t>(payload, 0, report.limit);
  put<std::uint32_t>(payload, 4, report.received);
  put<std::uint32_t>(payload, 8, report.highest);
  put<std::uint32_t>(payload, 12, report.by_unicast ? 1 : 0);
}

void write_number(std::uint32_t number, std::span<std::byte> payload) {
  put(payload, 0, number);
}

std::optional<Datagram> parse(std::span<const std::byte> datagram) {
  if (datagram.size() < overhead || get<std::uint8_t>(datagram, 0) != 'B' ||
      get<std::uint8_t>(datagram, 1) != 'M' || get<std::uint8_t>(datagram, 2) != version) {
    return std::nullopt;
  }
  Header header;
  header.kind = static_cast<Kind>(get<std::uint8_t>(datagram, 3));
  header.session = get<std::uint32_t>(datagram, 4);
  header.sender = get<std::uint16_t>(datagram, 8);
  const std::size_t length = get<std::uint16_t>(datagram, 10);
  header.group = get<std::uint64_t>(datagram, 12);
  header.operation = get<std::uint32_t>(datagram, 20);
  header.sequence = get<std::uint32_t>(datagram, 24);
  header.total = get<std::uint64_t>(datagram, 28);
  if (length != datagram.size() - overhead || !payload_fits(header.kind, length) ||
      header.total > total_limit) {
    return std::nullopt;
  }
  // A piece has at least one byte, so there are never more pieces than bytes.
  if (header.kind == Kind::Data && header.sequence >= header.total) return std::nullopt;
  const auto payload = datagram.subspan(header_bytes, length);
  if (has_report(header.kind) && !report_fits(header, payload)) return std::nullopt;
  return Datagram{header, payload};
}

Report read_report(std::span<const std::byte> payload) {
  return {get<std::uint32_t>(payload, 0), get<std::uint32_t>(payload, 4),
          get<std::uint32_t>(payload, 8), get<std::uint32_t>(payload, 12) != 0};
}

std::uint32_t read_number(std::span<const std::byte> payload) {
  return get<std::uint32_t>(payload, 0);
}

namespace {

static_assert(tag_bytes == crypto_shorthash_siphashx24_BYTES);
static_assert(sizeof(Seal::Key) == crypto_shorthash_siphashx24_KEYBYTES);

using Tag = std::array<unsigned char, tag_bytes>;

Tag tag_of(std::span<const std::byte> bytes, const Seal::Key& key) {
  Tag tag;
  crypto_shorthash_siphashx24(tag.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                              bytes.size(), reinterpret_cast<const unsigned char*>(key.data()));
  return tag;
}

}  // namespace

void Seal::sign(std::span<std::byte> datagram) const {
  const std::size_t signed_bytes = datagram.size() - tag_bytes;
  const Tag tag = tag_of(datagram.first(signed_bytes), key_);
  std::copy_n(reinterpret_cast<const std::byte*>(tag.data()), tag_bytes,
              datagram.subspan(signed_bytes).begin());
}

bool Seal::intact(std::span<const std::byte> datagram) const {
  if (datagram.size() < overhead) return false;
  const std::size_t signed_bytes = datagram.size() - tag_bytes;
  const Tag tag = tag_of(datagram.first(signed_bytes), key_);
  return sodium_memcmp(tag.data(), datagram.data() + signed_bytes, tag_bytes) == 0;
}

}  // namespace bamboo::plans::multicast
