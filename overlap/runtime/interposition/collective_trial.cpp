// SPDX-License-Identifier: Apache-2.0
#include "collective_trial.h"

#include <utility>

namespace bamboo::overlap {

bool CollectiveTrial::is_due() {
  if (left_-- > 0) return false;
  if (moves_ == WindowState::Tried) return true;
  moves_ = WindowState::Tried;
  left_ = warm_up + collectives - 1;
  return false;
}

CollectiveGains CollectiveTrial::own_gains(uint64_t request_ns) const {
  const bool moves =
      judge(use_ns_.get(), tried_ * requests_of_collective, request_ns) == WindowState::Kept;
  return {moves ? 1 : 0, sum_windows_ > 0 ? 1 : 0};
}

void CollectiveTrial::agree(const CollectiveGains& gains) {
  const auto state = [](int gain) { return gain > 0 ? WindowState::Kept : WindowState::WentBack; };
  moves_ = state(gains.moves);
  sums_ = state(gains.sums);
  period_ = next_period(period_);
  left_ = period_ - 1;
  use_ns_.set(0);
  tried_ = sum_windows_ = 0;
}

WindowState CollectiveTrial::next(CollectiveKind kind, bool has_window) {
  if (kind == CollectiveKind::Sums) {
    sum_windows_ += has_window ? 1 : 0;
    return sums_;
  }
  if (moves_ != WindowState::Tried) return moves_;
  if (left_ >= collectives) return WindowState::Kept;
  ++tried_;
  return WindowState::Tried;
}

}  // namespace bamboo::overlap
