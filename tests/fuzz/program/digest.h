// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

namespace fuzz {

/// A hash of everything that a rank has seen, in 64 bits (FNV-1a).
class Digest {
 public:
  template <class T>
  void add(const T& value) {
    static_assert(std::is_integral_v<T>);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      state_ ^= static_cast<std::uint64_t>(value) >> (8 * i) & 0xff;
      state_ *= 0x100000001b3;
    }
  }
  template <class T>
  void add(const std::vector<T>& values) {
    add(values.size());
    for (const T& value : values) add(value);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace fuzz
