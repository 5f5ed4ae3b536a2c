// SPDX-License-Identifier: Apache-2.0
// Whether a core that seems to be left over is free: a thread that helps runs only while it is.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "bamboo/support/core_figures.h"

namespace bamboo::support {

enum class SpareCore {
  Free,   ///< the helping thread may use it
  Taken,  ///< others need it: this process waited for cores
  Tried,  ///< used again, and given up sooner
};

/// Decides by the time that the process waited for cores since the last check. If it waited, the
/// thread rests, longer each time that its return makes the process wait again.
class SpareCoreWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Span = std::chrono::nanoseconds;

  static constexpr Span look_period = std::chrono::milliseconds(100);  ///< between two looks
  static constexpr Span first_absence = std::chrono::seconds(1);
  static constexpr Span longest_absence = std::chrono::seconds(64);
  /// The number of consecutive checks that must agree, because a single one may be a short
  /// disturbance.
  static constexpr int bad_looks = 2, good_looks = 10;

  SpareCore state() const { return state_; }
  bool may_use() const { return state_ != SpareCore::Taken; }
  bool due(Time now) const { return now >= next_look_; }
  /// For how long the thread has rested, up to the last check.
  Span absent() const { return absent_; }

  void look(Time now, const std::optional<CoreFigures>& figures) {
    next_look_ = now + look_period;
    if (!may_use()) absent_ += now - last_look_;
    if (last_ && figures) judge(now, is_crowded(*last_, *figures, now - last_look_));
    last_ = figures;
    last_look_ = now;
  }

 private:
  /// A twentieth of the time of the threads that ran; a tenth of each core, whose sums are coarse.
  static bool is_crowded(const CoreFigures& before, const CoreFigures& now, Span span) {
    return (now.waited - before.waited) * 20 > std::max(now.ran - before.ran, span) ||
           (now.stolen - before.stolen) * 10 > span;
  }

  void judge(Time now, bool crowded) {
    (crowded ? good_ : bad_) = 0;
    ++(crowded ? bad_ : good_);
    if (state_ == SpareCore::Taken) {
      if (!crowded && now >= back_at_) enter(SpareCore::Tried);
    } else if (bad_ >= bad_looks) {
      enter(SpareCore::Taken);
      back_at_ = now + absence_;
      absence_ = std::min(absence_ * 2, longest_absence);
    } else if (state_ == SpareCore::Tried && good_ >= good_looks) {
      enter(SpareCore::Free);
      absence_ = first_absence;
    }
  }

  void enter(SpareCore state) {
    state_ = state;
    bad_ = good_ = 0;
  }

  SpareCore state_ = SpareCore::Free;
  std::optional<CoreFigures> last_;
  Time last_look_{}, next_look_{}, back_at_{};
  Span absence_ = first_absence, absent_{};
  int bad_ = 0, good_ = 0;  ///< looks in a row
};

}  // namespace bamboo::support
