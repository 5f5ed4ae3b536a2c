// SPDX-License-Identifier: Apache-2.0
#include "collective_trial.h"

#include <utility>

namespace bamboo::overlap {

bool CollectiveTrial::is_due() {
  if (left_-- > 0) return false;
  if (moves_ == WindowState::tried) return true;
  moves_ = WindowState::tried;
  left_ = kWarmUp + kCollectives - 1;
  return false;
}

CollectiveGains CollectiveTrial::own_gains(uint64_t request_ns) const {
  const bool moves =
      judge(use_ns_.get(), tried_ * kRequestsOfCollective, request_ns) == WindowState::kept;
  return {moves ? 1 : 0, sum_windows_ > 0 ? 1 : 0};
}

void CollectiveTrial::agree(const CollectiveGains& gains) {
  const auto state = [](int gain) { return gain > 0 ? WindowState::kept : WindowState::went_back; };
  moves_ = state(gains.moves);
  sums_ = state(gains.sums);
  period_ = next_period(period_);
  left_ = period_ - 1;
  use_ns_.set(0);
  tried_ = sum_windows_ = 0;
}

WindowState CollectiveTrial::next(CollectiveKind kind, bool has_window) {
  if (kind == CollectiveKind::sums) {
    sum_windows_ += has_window ? 1 : 0;
    return sums_;
  }
  if (moves_ != WindowState::tried) return moves_;
  if (left_ >= kCollectives) return WindowState::kept;
  ++tried_;
  return WindowState::tried;
}

}  // namespace bamboo::overlap
