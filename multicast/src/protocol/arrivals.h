// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bamboo::plans::multicast {

/// The set of a message's pieces that have arrived.
class Arrivals {
 public:
  /// Only the pieces [first, end) are needed; the others count as arrived.
  Arrivals(std::uint32_t pieces, std::uint32_t first, std::uint32_t end);

  /// Returns true if the piece was missing.
  bool add(std::uint32_t piece);
  bool has(std::uint32_t piece) const { return (words_[piece / 64] >> (piece % 64)) & 1; }
  std::uint32_t pieces() const { return pieces_; }
  std::uint32_t missing() const { return missing_; }
  /// The first missing one that is not before `from`; pieces() when there is none.
  std::uint32_t next_missing(std::uint32_t from) const;
  /// Writes a bitmap of the missing pieces in [begin, end) into `bitmap`, lowest bit first, as far
  /// as it has room. Returns the number of bytes up to the last missing piece.
  std::size_t write_missing(std::uint32_t begin, std::uint32_t end,
                            std::span<std::byte> bitmap) const;

 private:
  std::uint32_t pieces_, missing_;
  std::vector<std::uint64_t> words_;  // set: here
};

}  // namespace bamboo::plans::multicast
