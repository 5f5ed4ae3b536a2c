// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

#include "datatypes/reducible.h"

namespace bamboo::plans::pmpi {

std::optional<std::size_t> bytes_of(int count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  if (PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0) return std::nullopt;
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(size);
}

std::optional<std::size_t> bytes_of(const int counts[], int blocks, MPI_Datatype type) {
  const auto one = bytes_of(1, type);
  if (counts == nullptr || !one) return std::nullopt;
  std::size_t elements = 0;
  for (int i = 0; i < blocks; ++i) {
    if (counts[i] < 0) return std::nullopt;
    elements += static_cast<std::size_t>(counts[i]);
  }
  return elements * *one;
}

bool is_left_out(int count, MPI_Datatype type) {
#ifdef MPICH_VERSION
  return count == 0 && type == MPI_DATATYPE_NULL;
#else
  static_cast<void>(count), static_cast<void>(type);
  return false;
#endif
}

std::optional<std::size_t> bytes_of(const int counts[], int blocks, const MPI_Datatype types[]) {
  if (counts == nullptr || types == nullptr) return std::nullopt;
  std::size_t all = 0;
  for (int i = 0; i < blocks; ++i) {
    if (is_left_out(counts[i], types[i])) continue;
    const auto bytes = bytes_of(counts[i], types[i]);
    if (!bytes) return std::nullopt;
    all += *bytes;
  }
  return all;
}

std::optional<std::size_t> vector_bytes(int count, MPI_Datatype type, MPI_Op op) {
  return can_reduce(op, type) ? bytes_of(count, type) : std::nullopt;
}

TypedRange packed(PreparedCall& prepared, const TypedRange& range, bool fill) {
  prepared.saved.emplace_back(range.bytes(), Type::bytes());
  const TypedRange copy{prepared.saved.back().base(), range.bytes(), Type::bytes()};
  if (fill) copy_typed(range, copy);
  return copy;
}

void add_input_block(PreparedCall& prepared, const TypedRange& block, bool cut) {
  prepared.input.add_block(cut && !block.type.dense ? packed(prepared, block, true) : block);
}

/// With `is_input`, the block's old contents are sent, too.
void add_output_block(PreparedCall& prepared, const TypedRange& block, bool cut, bool is_input) {
  if (!cut || block.type.dense) return prepared.output.add_block(block);
  const TypedRange copy = packed(prepared, block, is_input);
  prepared.output.add_block(copy);
  prepared.unpacking.push_back({copy, block});
}

void add_input_blocks(PreparedCall& prepared, int blocks, const BlockOf& block, bool cut) {
  for (int i = 0; i < blocks; ++i) {
    const TypedRange range = block(i);
    prepared.problem.input_counts.push_back(range.bytes());
    add_input_block(prepared, range, cut);
  }
}

void add_output_blocks(PreparedCall& prepared, int blocks, const BlockOf& block, bool cut) {
  for (int i = 0; i < blocks; ++i) {
    const TypedRange range = block(i);
    prepared.problem.output_counts.push_back(range.bytes());
    // In place, the process's own block is already there.
    add_output_block(prepared, range, cut, prepared.problem.in_place && i == prepared.problem.rank);
  }
}

}  // namespace bamboo::plans::pmpi
