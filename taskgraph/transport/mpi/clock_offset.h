// SPDX-License-Identifier: Apache-2.0
// How far two clocks are apart, from questions and answers over a network.
#pragma once

#include <cstdint>
#include <span>

namespace bamboo {

/// One question to another process: when it was asked and when the answer came, by the own clock,
/// and when it was answered, by the other's. Nanoseconds.
struct ClockReading {
  std::int64_t asked, answered, heard;
};

struct ClockOffset {
  std::int64_t ahead = 0;        ///< of the own clock before the other's
  std::int64_t uncertainty = 0;  ///< the offset is right to this
};

/// The answer was given between the request and its reception, so the fastest round trip is the
/// most precise (Cristian's algorithm). The split of the trip is unknown: the uncertainty is half
/// of it.
inline ClockOffset offset_from(std::span<const ClockReading> readings) {
  ClockOffset best{0, INT64_MAX};
  for (const ClockReading& r : readings) {
    const std::int64_t half = (r.heard - r.asked) / 2;
    if (half < best.uncertainty) best = {r.asked + half - r.answered, half};
  }
  return best;
}

}  // namespace bamboo
