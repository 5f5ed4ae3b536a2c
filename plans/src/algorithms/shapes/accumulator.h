// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/builder.h"

namespace bamboo::plans {

/// A rank's running value in a tree reduction: its place and the step that wrote it.
class Accumulator {
 public:
  /// `home`: memory for a private copy of the value, made only when one is needed.
  Accumulator(Builder& plan, const Problem& problem, Place home)
      : plan_(plan),
        count_(problem.count),
        value_(problem.in_place ? output() : input()),
        home_(home),
        writable_(problem.in_place) {}

  /// value = value op (the operand that `peer`, which has a higher rank, sends).
  void combine_right(int peer) {
    const Place place = plan_.scratch(count_);
    const auto here = plan_.receive(peer, place, count_);
    ready_ = plan_.reduce(value_, place, count_, {ready_, here});
    value_ = place;
    writable_ = true;
  }

  /// value = (the operand that `peer`, which has a lower rank, sends) op value. `sent` is a step
  /// that still reads the value.
  void combine_left(int peer, Builder::Id sent = Builder::none) {
    const Place place = plan_.scratch(count_);
    const auto here = plan_.receive(peer, place, count_);
    if (!writable_) {
      ready_ = plan_.copy(value_, home_, count_, {ready_});
      value_ = home_;
      writable_ = true;
      sent = Builder::none;
    }
    ready_ = plan_.reduce(place, value_, count_, {ready_, here, sent});
  }

  Builder::Id send(int peer) { return plan_.send(peer, value_, count_, {ready_}); }

  /// Moves the value to `place` after the steps `after`, which still read from there.
  Builder::Id settle(Place place, Builder::After after = {}) {
    if (value_ == place) return ready_;
    after.push_back(ready_);
    return ready_ = plan_.copy(value_, place, count_, after);
  }

 private:
  Builder& plan_;
  std::size_t count_;
  Place value_, home_;
  bool writable_;
  Builder::Id ready_ = Builder::none;
};

}  // namespace bamboo::plans
