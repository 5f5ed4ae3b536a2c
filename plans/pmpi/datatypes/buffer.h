// SPDX-License-Identifier: Apache-2.0
// Maps a plan's units to the user's typed memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "datatypes/typed_range.h"

namespace bamboo::plans::pmpi {

/// One of the buffers of a planned collective. Refers to the user's memory.
class Buffer {
 public:
  Buffer() = default;
  /// A unit is `elements` consecutive elements.
  Buffer(const void* base, std::size_t elements, const Type& type);
  /// A unit is a byte of raw memory.
  static Buffer raw(void* base) { return {base, 1, Type::bytes()}; }

  /// A unit is a packed byte; blocks are added in their order. A block of a dense type may be used
  /// in parts, another one only as a whole. No step goes over the end of a block.
  void add_block(const TypedRange& block);

  TypedRange at(std::size_t offset, std::size_t units) const;

 private:
  struct Block {
    std::size_t begin;  // packed offset
    TypedRange range;
  };
  TypedRange unit_;
  bool uniform_ = false;
  std::vector<Block> blocks_;  // without empty ones
  std::size_t end_ = 0;
};

}  // namespace bamboo::plans::pmpi
