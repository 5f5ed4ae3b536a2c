// SPDX-License-Identifier: Apache-2.0
#include "protocol/rate_control.h"

#include <algorithm>

namespace bamboo::plans::multicast {

void RateControl::heard(std::uint64_t pieces, std::uint64_t lost, std::size_t piece_bytes,
                        Duration time) {
  if (pieces == 0 || time <= Duration::zero()) return;
  const double part = static_cast<double>(lost) / static_cast<double>(pieces);
  const double arrives = static_cast<double>((pieces - lost) * piece_bytes) / in_seconds(time);
  best_ = std::max(best_, arrives);
  if (part > loss_of_congestion) {
    const double slower = std::max({least_rate, best_ / 4, 0.95 * arrives});
    rate_ = rate_ == 0 ? slower : std::min(rate_, slower);
  } else if (rate_ != 0 && lost == 0) {
    rate_ *= 1.03;
    if (ceiling_ != 0) rate_ = std::min(rate_, ceiling_);
  }
}

Duration RateControl::wait(std::size_t bytes, Time now) {
  if (rate_ == 0) return Duration::zero();
  if (now > filled_) {
    tokens_ = std::min(burst, tokens_ + rate_ * in_seconds(std::min(now - filled_, seconds(10))));
    filled_ = now;
  }
  const double lacking = std::min(static_cast<double>(bytes), burst) - tokens_;
  return lacking <= 0 ? Duration::zero() : seconds(lacking / rate_) + Duration(1);
}

}  // namespace bamboo::plans::multicast
