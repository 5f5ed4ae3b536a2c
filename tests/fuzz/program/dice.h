// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace fuzz {

/// Random numbers that depend on their seeds alone, so that all ranks draw the same ones, and a
/// step draws the same ones whatever steps are left out before it.
class Dice {
 public:
  Dice(std::initializer_list<std::uint64_t> seeds) {
    for (const std::uint64_t seed : seeds) state_ = mix(state_ ^ mix(seed + 0x9e3779b97f4a7c15));
  }

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }
  /// 0 … n - 1.
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class Container>
  const auto& pick(const Container& container) {
    return *(std::begin(container) + below(static_cast<int>(std::size(container))));
  }
  template <class Container>
  void shuffle(Container& container) {
    for (int i = static_cast<int>(std::size(container)) - 1; i > 0; --i)
      std::swap(container[static_cast<std::size_t>(i)],
                container[static_cast<std::size_t>(below(i + 1))]);
  }

 private:
  // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_ = 0;
};

}  // namespace fuzz
