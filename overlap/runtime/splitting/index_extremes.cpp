// SPDX-License-Identifier: Apache-2.0
#include "index_extremes.h"

#include <algorithm>
#include <cstring>

namespace bamboo::overlap {
namespace {

/// A loop without an early exit, so that the compiler vectorises it.
template <class Index>
[[gnu::always_inline]] inline void widen_by(IndexExtremes& extremes, uint64_t address,
                                            uint64_t count) {
  const auto* indices = reinterpret_cast<const char*>(address);
  Index least = std::numeric_limits<Index>::max();
  Index greatest = std::numeric_limits<Index>::min();
  for (uint64_t i = 0; i < count; ++i) {
    Index index;
    std::memcpy(&index, indices + i * sizeof index, sizeof index);
    least = std::min(least, index);
    greatest = std::max(greatest, index);
  }
  extremes.least = std::min(extremes.least, static_cast<int64_t>(least));
  extremes.greatest = std::max(extremes.greatest, static_cast<int64_t>(greatest));
}

[[gnu::always_inline]] inline void widen_any(IndexExtremes& extremes, IndexType type,
                                             uint64_t address, uint64_t count) {
  switch (type) {
    case IndexType::Signed32:
      return widen_by<int32_t>(extremes, address, count);
    case IndexType::Unsigned32:
      return widen_by<uint32_t>(extremes, address, count);
    case IndexType::Bits64:
      return widen_by<int64_t>(extremes, address, count);
  }
}

void widen_anywhere(IndexExtremes& extremes, IndexType type, uint64_t address, uint64_t count) {
  widen_any(extremes, type, address, count);
}

using Widen = void (*)(IndexExtremes&, IndexType, uint64_t, uint64_t);

#if defined(__x86_64__)
/// The baseline x86-64 instruction set has no minimum of 32-bit integers.
[[gnu::target("avx2")]] void widen_wide(IndexExtremes& extremes, IndexType type, uint64_t address,
                                        uint64_t count) {
  widen_any(extremes, type, address, count);
}

Widen best_here() {
  return __builtin_cpu_supports("avx2") ? widen_wide : widen_anywhere;
}
#else
Widen best_here() {
  return widen_anywhere;
}
#endif

}  // namespace

void widen(IndexExtremes& extremes, IndexType type, uint64_t address, uint64_t count) {
  static const Widen best = best_here();
  if (count > 0) best(extremes, type, address, count);
}

}  // namespace bamboo::overlap
