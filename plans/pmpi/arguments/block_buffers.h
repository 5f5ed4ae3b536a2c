// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks of the program's memory as buffers of a prepared call.
#pragma once

#include <functional>

#include "arguments/prepare.h"

namespace bamboo::plans::pmpi {

using BlockOf = std::function<TypedRange(int)>;

inline Work work_for(const Member& member, const Algorithm& algorithm, std::size_t block_bytes,
                     int root = 0) {
  Work work;
  work.problem.operation = algorithm.operation;
  work.problem.rank = member.rank;
  work.problem.size = member.size;
  work.problem.root = root;
  work.problem.count = block_bytes == 0 ? 0 : 1;
  return work;
}

inline TypedRange elements(const void* base, int count, const Type& type) {
  return {const_cast<void*>(base), static_cast<std::size_t>(count), type};
}

/// A packed copy of `range` that the work keeps; filled only if `fill`.
TypedRange packed(Work& work, const TypedRange& range, bool fill);

/// Blocks that are only read, or only written; `cut`: the plan uses parts of them, so those that
/// are not dense are packed.
void add_input_blocks(Work& work, int blocks, const BlockOf& block, bool cut);
void add_output_blocks(Work& work, int blocks, const BlockOf& block, bool cut);

}  // namespace bamboo::plans::pmpi
