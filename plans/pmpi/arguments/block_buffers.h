// SPDX-License-Identifier: Apache-2.0
// Blocks of the program's memory as buffers of a prepared call.
#pragma once

#include <functional>

#include "arguments/prepare.h"

namespace bamboo::plans::pmpi {

using BlockOf = std::function<TypedRange(int)>;

inline PreparedCall prepared_for(const Member& member, const Algorithm& algorithm,
                                 std::size_t block_bytes, int root = 0) {
  PreparedCall prepared;
  prepared.problem.operation = algorithm.operation;
  prepared.problem.rank = member.rank;
  prepared.problem.size = member.size;
  prepared.problem.root = root;
  prepared.problem.count = block_bytes == 0 ? 0 : 1;
  return prepared;
}

inline TypedRange elements(const void* base, int count, const Type& type) {
  return {const_cast<void*>(base), static_cast<std::size_t>(count), type};
}

/// A packed copy of `range` that the work keeps; filled only if `fill`.
TypedRange packed(PreparedCall& prepared, const TypedRange& range, bool fill);

/// Adds a block that is only read, or only written. With `cut`, the plan uses parts of blocks, so
/// those that are not dense are packed.
void add_input_block(PreparedCall& prepared, const TypedRange& block, bool cut);
void add_output_block(PreparedCall& prepared, const TypedRange& block, bool cut,
                      bool is_input = false);
/// All blocks of a side, and their sizes.
void add_input_blocks(PreparedCall& prepared, int blocks, const BlockOf& block, bool cut);
void add_output_blocks(PreparedCall& prepared, int blocks, const BlockOf& block, bool cut);

}  // namespace bamboo::plans::pmpi
