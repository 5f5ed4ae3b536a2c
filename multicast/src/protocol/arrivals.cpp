// SPDX-License-Identifier: Apache-2.0
#include "protocol/arrivals.h"

#include <algorithm>
#include <bit>

namespace bamboo::plans::multicast {

Arrivals::Arrivals(std::uint32_t pieces, std::uint32_t first, std::uint32_t end)
    : pieces_(pieces), missing_(end - first), words_(pieces / 64 + 1, ~std::uint64_t{0}) {
  for (std::uint32_t piece = first; piece < end; ++piece)
    words_[piece / 64] &= ~(std::uint64_t{1} << (piece % 64));
}

bool Arrivals::add(std::uint32_t piece) {
  std::uint64_t& word = words_[piece / 64];
  const std::uint64_t bit = std::uint64_t{1} << (piece % 64);
  if (word & bit) return false;
  word |= bit;
  --missing_;
  return true;
}

std::uint32_t Arrivals::next_missing(std::uint32_t from) const {
  if (missing_ == 0 || from >= pieces_) return pieces_;
  std::size_t index = from / 64;
  std::uint64_t gaps = ~words_[index] & (~std::uint64_t{0} << (from % 64));
  while (gaps == 0) {
    if (++index == words_.size()) return pieces_;
    gaps = ~words_[index];
  }
  return static_cast<std::uint32_t>(index * 64) + std::countr_zero(gaps);
}

std::size_t Arrivals::write_missing(std::uint32_t begin, std::uint32_t end,
                                    std::span<std::byte> bitmap) const {
  std::fill(bitmap.begin(), bitmap.end(), std::byte{0});
  std::size_t used = 0;
  for (std::uint32_t piece = next_missing(begin); piece < end; piece = next_missing(piece + 1)) {
    const std::size_t index = (piece - begin) / 8;
    if (index >= bitmap.size()) break;
    bitmap[index] |= static_cast<std::byte>(1 << ((piece - begin) % 8));
    used = index + 1;
  }
  return used;
}

}  // namespace bamboo::plans::multicast
