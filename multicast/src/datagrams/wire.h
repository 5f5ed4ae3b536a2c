// SPDX-License-Identifier: Apache-2.0
// The format of datagrams, version 2. Little-endian, no gaps:
//
//     offset bytes
//     0      2     "BM"
//     2      1     version
//     3      1     kind
//     4      4     session: a quick check whether the datagram is ours; not secret
//     8      2     sender: number of the member
//     10     2     length of the payload
//     12     8     group
//     20     4     operation: number of the broadcast in its group
//     24     4     sequence: see Kind
//     28     8     total: bytes of the message
//     36     …     payload
//     end    16    tag: SipHash-2-4 (128 bits) of all before, with the session's key
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace bamboo::plans::multicast {

enum class Kind : std::uint8_t {
  Data = 1,    ///< sequence: number of this piece of the message
  Ready = 2,   ///< to the root: nothing has come yet, but may. Report; sequence: 0
  Ack = 3,     ///< to the root. Report; sequence: the first piece that is missing
  Nack = 4,    ///< to the root: pieces are missing. Report and bitmap that begins at `sequence`
  Poll = 5,    ///< of the root: say where you are. sequence: pieces that have been sent
  Alive = 6,   ///< not in that broadcast yet, but there
  Probe = 7,   ///< payload: bitmap of the members that the sender hears, and padding
  Failed = 8,  ///< the broadcast is given up because of a member; payload: its number, 4 bytes
  End = 9,  ///< of the root: `sequence` pieces have been sent; a receiver that misses some answers
};

inline constexpr std::size_t header_bytes = 36, tag_bytes = 16;
inline constexpr std::size_t overhead = header_bytes + tag_bytes;
inline constexpr std::size_t report_bytes = 16, bitmap_limit = 512;
inline constexpr std::uint64_t total_limit = std::uint64_t{1} << 42;
/// The payload that every datagram can have: 576 bytes of IP packet pass everywhere.
inline constexpr std::size_t least_unit = 512, largest_unit = 65507 - overhead;

struct Header {
  Kind kind = Kind::Data;
  std::uint16_t sender = 0;
  std::uint32_t session = 0, operation = 0, sequence = 0;
  std::uint64_t group = 0, total = 0;
  bool operator==(const Header&) const = default;
};

struct Datagram {
  Header header;
  std::span<const std::byte> payload;
};

/// The state of a receiver, as it reports it.
struct Report {
  std::uint32_t limit = 0;     ///< pieces below this number may come
  std::uint32_t received = 0;  ///< pieces below `highest` that have come or are not needed
  std::uint32_t highest = 0;   ///< one more than the highest that has come
  bool by_unicast = false;     ///< multicasts of this root do not arrive
  bool operator==(const Report&) const = default;
};

/// Into the first bytes of `datagram`, which has room for the payload and the tag behind them.
void write_header(const Header& header, std::size_t payload, std::span<std::byte> datagram);
void write_report(const Report& report, std::span<std::byte> payload);
void write_number(std::uint32_t number, std::span<std::byte> payload);

/// Returns nothing if the datagram does not have this format, or its fields contradict its kind.
/// Does not check the tag.
std::optional<Datagram> parse(std::span<const std::byte> datagram);
/// Reads the report in a Ready, Ack or Nack that parse() accepted.
Report read_report(std::span<const std::byte> payload);
std::uint32_t read_number(std::span<const std::byte> payload);

/// Signs datagrams with the session's key: libsodium's SipHash-2-4 with 128 bits, a pseudo-random
/// function that needs no number used once and costs some two microseconds for 9000 bytes.
class Seal {
 public:
  using Key = std::array<std::byte, 16>;
  explicit Seal(const Key& key) : key_(key) {}

  /// Writes the last tag_bytes.
  void sign(std::span<std::byte> datagram) const;
  /// Takes the same time for all wrong ones.
  bool intact(std::span<const std::byte> datagram) const;

 private:
  Key key_;
};

}  // namespace bamboo::plans::multicast
