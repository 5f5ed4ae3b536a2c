// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether nonblocking calls have earned a communicator a channel, without which they have no plan.
/// It is made collectively, for which they may not wait, so the next call that may block makes it.
#pragma once

#include <cstddef>
#include <map>

#include "bamboo/plans/problem.h"

namespace bamboo::plans::pmpi {

/// Of one communicator. Alike on all its processes, but for the bytes.
class ChannelWish {
 public:
  /// A call has begun that all processes know to be large.
  void insist() { state_ = State::Certain; }
  /// A call has begun of an operation whose processes know their own bytes alone. `enough`: after
  /// so many the processes look how large they are; 0: never. True: with this one, of which
  /// look_at() has to be told.
  bool counts(Operation operation, std::size_t enough) {
    if (state_ != State::None || enough == 0) return false;
    return ++calls_[operation] == enough * patience_;
  }
  /// `sent`: bytes from this process to others.
  void look_at(double sent) {
    sent_ = sent;
    state_ = State::ToBeLookedAt;
  }
  /// All processes together have found that call small: they look once more after twice as many.
  void put_off() {
    state_ = State::None;
    calls_.clear();
    patience_ *= 2;
  }

  bool is_there() const { return state_ != State::None; }
  bool is_certain() const { return state_ == State::Certain; }
  double sent() const { return sent_; }

 private:
  enum class State { None, ToBeLookedAt, Certain };
  State state_ = State::None;
  std::map<Operation, std::size_t> calls_;
  std::size_t patience_ = 1;
  double sent_ = 0;
};

}  // namespace bamboo::plans::pmpi
