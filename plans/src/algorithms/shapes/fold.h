// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "plan/builder.h"

namespace bamboo::plans {

/// The order in which a reduction combines the ranks' contributions. It is fixed for each number of
/// ranks, and the same for reduce (with any root) and allreduce. There are 2^k groups in the order
/// of ranks. If the number of ranks is no power of two, the first groups are pairs of ranks.
/// Neighbouring halves are then combined, always left op right.
class ReductionTree {
 public:
  explicit ReductionTree(int size)
      : groups_(static_cast<int>(std::bit_floor(static_cast<unsigned>(size)))),
        pairs_(size - groups_) {}
  int groups() const { return groups_; }
  /// The group of a rank.
  int group_of(int rank) const { return rank < 2 * pairs_ ? rank / 2 : rank - pairs_; }
  bool is_pair(int group) const { return group < pairs_; }
  /// The first rank of a group; groups() gives the number of ranks.
  int first(int group) const { return group < pairs_ ? 2 * group : group + pairs_; }

 private:
  int groups_, pairs_;
};

/// One operand of a fold.
struct FoldPart {
  Place place;
  Builder::After ready;  ///< the steps that put it there
  bool is_kept = false;  ///< another step reads it as well, so the value must not accumulate there
};

/// result = parts[0] op … op parts.back(), bracketed by the reduction tree, so that the result has
/// the same bits for any algorithm and one number of ranks. `free` are steps that still read
/// `result`. Returns the final step, or none if the only part is already in `result`.
inline Builder::Id add_fold(Builder& plan, std::span<const FoldPart> parts, std::size_t count,
                            Place result, const Builder::After& free = {}) {
  Builder::Id done = Builder::none;
  const auto copy = [&](const FoldPart& from, Place to, Builder::After after) {
    after.insert(after.end(), from.ready.begin(), from.ready.end());
    if (from.place == to) return FoldPart{to, std::move(after)};
    done = plan.copy(from.place, to, count, after);
    return FoldPart{to, {done}};
  };
  const auto combine = [&](const FoldPart& left, const FoldPart& right) {
    // The value accumulates in the place of the right operand.
    FoldPart both = right.is_kept ? copy(right, plan.scratch(count), {}) : right;
    both.ready.insert(both.ready.end(), left.ready.begin(), left.ready.end());
    both.ready = {done = plan.reduce(left.place, both.place, count, both.ready)};
    return both;
  };
  std::vector<FoldPart> values(parts.begin(), parts.end());
  FoldPart& last = values.back();
  if (last.is_kept || last.place == result) last = copy(last, result, free);
  const ReductionTree tree(static_cast<int>(parts.size()));
  for (int group = 0; group < tree.groups(); ++group) {
    const int first = tree.first(group);
    values[group] = tree.is_pair(group) ? combine(values[first], values[first + 1]) : values[first];
  }
  for (int left = tree.groups() / 2; left > 0; left /= 2)
    for (int i = 0; i < left; ++i) values[i] = combine(values[2 * i], values[2 * i + 1]);
  copy(values.front(), result, values.front().place == result ? Builder::After{} : free);
  return done;
}

struct DirectReduction {
  std::vector<Builder::Id> sends;  ///< by destination; none for the rank itself
  Builder::Id done;                ///< the step that completes `result`
};

/// The places of a rank's own block and of the received ones: the last rank's in `result` if that
/// is free, the others in scratch.
inline std::vector<FoldPart> contributions(Builder& plan, int rank, int size, std::size_t count,
                                           Place own, Place result) {
  std::vector<FoldPart> parts(size);
  const bool in_place = own == result;
  for (int i = 0; i < size; ++i)
    if (i == rank)
      parts[i] = {own, {}, true};
    else if (i == size - 1 && !in_place)
      parts[i].place = result;
    else
      parts[i].place = plan.scratch(count);
  return parts;
}

/// Block i of every rank's `operand` goes to rank i, which combines them: every contribution
/// travels once. The result may take the place of the rank's own block.
inline DirectReduction add_direct_reduction(Builder& plan, int rank, const Blocks& blocks,
                                            Place operand, Place result) {
  const int size = blocks.size();
  const std::size_t count = blocks.count(rank);
  const Place own = operand + blocks.offset(rank);
  DirectReduction out{std::vector<Builder::Id>(size, Builder::none), Builder::none};
  std::vector<FoldPart> parts = contributions(plan, rank, size, count, own, result);
  for (int step = 1; step < size; ++step) {
    const int source = shifted(rank, -step, size), target = shifted(rank, step, size);
    parts[source].ready = {plan.receive(source, parts[source].place, count)};
    out.sends[target] = plan.send(target, operand + blocks.offset(target), blocks.count(target));
  }
  out.done = add_fold(plan, parts, count, result);
  return out;
}

}  // namespace bamboo::plans
