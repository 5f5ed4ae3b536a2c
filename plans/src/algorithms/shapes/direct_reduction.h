// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "algorithms/shapes/fold.h"

namespace bamboo::plans {

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
  for (int i = 0; i < size; ++i) {
    if (i == rank)
      parts[i] = {own, {}, true};
    else if (i == size - 1 && !in_place)
      parts[i].place = result;
    else
      parts[i].place = plan.scratch(count);
  }
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
