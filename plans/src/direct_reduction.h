// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "builder.h"

namespace bamboo::plans {

struct DirectReduction {
  std::vector<Builder::Id> sends;  ///< by destination; none for the rank itself
  Builder::Id done;                ///< the result stands in `result`
};

/// Block i of every rank's `operand` goes to rank i, which combines them from the highest rank down
/// (each step has its left operand in hand): every contribution travels once. With `in_operand` the
/// result takes the place of the rank's own block, else `result` is other memory.
inline DirectReduction add_direct_reduction(Builder& plan, int rank, const Blocks& blocks,
                                            Place operand, Place result) {
  const int size = blocks.size();
  const std::size_t count = blocks.count(rank);
  const Place own = operand + blocks.offset(rank);
  DirectReduction out{std::vector<Builder::Id>(size, Builder::none), Builder::none};

  // What the highest rank contributes is where the value grows; straight in `result` if that is
  // free.
  std::vector<Place> place(size);
  std::vector<Builder::Id> here(size, Builder::none);
  for (int i = 0; i < size; ++i) {
    if (i == rank)
      place[i] = own;
    else if (i == size - 1 && !(own == result))
      place[i] = result;
    else
      place[i] = plan.scratch(count);
  }
  for (int step = 1; step < size; ++step) {
    const int source = shifted(rank, -step, size), target = shifted(rank, step, size);
    here[source] = plan.receive(source, place[source], count);
    out.sends[target] = plan.send(target, operand + blocks.offset(target), blocks.count(target));
  }
  Place value = place[size - 1];
  out.done = here[size - 1];
  if (rank == size - 1 && !(own == result)) {
    out.done = plan.copy(own, result, count);
    value = result;
  }
  for (int i = size - 2; i >= 0; --i)
    out.done = plan.reduce(place[i], value, count, {out.done, here[i]});
  if (!(value == result)) out.done = plan.copy(value, result, count, {out.done});
  return out;
}

}  // namespace bamboo::plans
