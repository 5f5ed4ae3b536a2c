// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "algorithms/shapes/fold.h"
#include "plan/builder.h"

namespace bamboo::plans {

/// Reductions of large vectors in a logarithmic number of rounds (R. Rabenseifner, ICCS 2004). In
/// each round two neighbouring halves of the reduction tree's groups share the work: each combines
/// half of the vector and sends the other half. At the end each group holds one segment of the
/// result, bracketed as in the tree: the same bits as with whole vectors.
class RecursiveHalving {
 public:
  /// A round and the range of units that it sends away; the partner's range is next to it.
  struct Round {
    int half;  ///< the distance of the two groups
    std::size_t begin, count;
    Builder::Id free;  ///< the step after which that range of home may be written again
  };

  /// `home` is memory for a whole vector; it may be the place of the operand.
  RecursiveHalving(Builder& plan, const Problem& problem, Place home)
      : plan_(plan),
        problem_(problem),
        home_(home),
        tree_(problem.size),
        group_(tree_.group_of(problem.rank)),
        segments_(Blocks::cut(problem.count, tree_.groups())),
        span_(tree_.groups()),
        value_(problem.in_place ? output() : input()) {}

  /// The even rank of a pair takes no part: the odd rank has its operand, which it received by
  /// `sent`.
  bool takes_part() const { return !is_pair() || problem_.rank != tree_.first(group_); }
  bool is_pair() const { return tree_.is_pair(group_); }
  int group() const { return group_; }
  int group_of(int rank) const { return tree_.group_of(rank); }
  /// The rank that represents a group.
  int member(int group) const { return tree_.first(group) + (tree_.is_pair(group) ? 1 : 0); }

  /// For a rank that does not take part in the rounds.
  Builder::Id hand_over() { return plan_.send(problem_.rank + 1, value_, problem_.count); }

  /// For all other ranks: the rounds, from neighbours to halves.
  void combine() {
    if (is_pair()) combine_left(from(problem_.rank - 1));
    for (int half = 1; half < tree_.groups(); half *= 2) halve(half);
  }

  const std::vector<Round>& rounds() const { return rounds_; }
  std::size_t begin() const { return segments_.offset(first_); }
  std::size_t count() const { return segments_.offset(first_ + span_) - begin(); }
  /// Brings this group's segment to its place in `vector`.
  Builder::Id settle(Place vector) {
    const Place place = vector + begin();
    return value_ == place ? ready_ : plan_.copy(value_, place, count(), {ready_});
  }

 private:
  struct Arrived {
    Place place;
    Builder::Id here;
  };

  Arrived from(int peer) {
    const Place place = plan_.scratch(count());
    return {place, plan_.receive(peer, place, count())};
  }

  /// Into home: value = received op value.
  void combine_left(const Arrived& left) {
    ready_ = settle(home_);
    value_ = home_ + begin();
    ready_ = plan_.reduce(left.place, value_, count(), {ready_, left.here});
  }

  /// Into the place of the received data: value = value op received.
  void combine_right(const Arrived& right) {
    const bool was_home = value_ == home_ + begin();
    ready_ = plan_.reduce(value_, right.place, count(), {ready_, right.here});
    if (was_home) left_home_ = ready_;
    value_ = right.place;
  }

  void halve(int half) {
    const int other = group_ ^ half, peer = member(other);
    const std::size_t start = begin();
    span_ /= 2;
    const int given = other > group_ ? first_ + span_ : first_;
    if (other < group_) first_ += span_;
    const std::size_t away = segments_.offset(given);
    const std::size_t units = segments_.offset(given + span_) - away;
    const bool is_home = value_ == home_ + start;
    const auto sent = plan_.send(peer, value_ + (away - start), units, {ready_});
    rounds_.push_back({half, away, units, is_home ? sent : left_home_});
    value_ = value_ + (begin() - start);
    if (other < group_)
      combine_left(from(peer));
    else
      combine_right(from(peer));
  }

  Builder& plan_;
  const Problem& problem_;
  const Place home_;
  const ReductionTree tree_;
  const int group_;
  const Blocks segments_;
  int first_ = 0, span_;  ///< the segments that this group still combines
  Place value_;           ///< of the first of them
  Builder::Id ready_ = Builder::none, left_home_ = Builder::none;
  std::vector<Round> rounds_;
};

}  // namespace bamboo::plans
