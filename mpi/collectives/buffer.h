// SPDX-License-Identifier: Apache-2.0
// Maps a plan's units to the user's typed memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "types/datatype.h"
#include "types/element_label.h"

namespace bamboo::mpi {

/// `count` elements of a type, from `address` on as MPI counts (the first byte may lie elsewhere).
struct TypedRange {
  void* address = nullptr;
  std::size_t count = 0;
  const Datatype* type = nullptr;
  /// The type of the elements (see label_of); for packed data the type before packing.
  std::uint32_t label = 0;
  std::size_t bytes() const { return count * type->size; }
  /// `blocks` consecutive ranges of this kind.
  TypedRange times(int blocks) const {
    return {address, count * static_cast<std::size_t>(blocks), type, label};
  }
};

/// Keeps a type alive. Null for predefined types: they are never freed, and counting their users
/// would only make workers wait.
DatatypeRef keeper(const Datatype& type);

/// One of the buffers of a collective. Keeps the types of its elements alive.
class Buffer {
 public:
  Buffer() = default;
  /// A unit is `elements` consecutive elements.
  Buffer(const void* base, std::size_t elements, const Datatype& type);
  /// A unit is `bytes` of packed data with that label.
  Buffer(void* base, std::size_t bytes, std::uint32_t label);
  /// A unit is one of these blocks; without a type where the plan does not touch it.
  explicit Buffer(std::span<const TypedRange> units);

  /// A unit is a packed byte; used in whole blocks, which are added in order.
  void add_block(const TypedRange& block);

  TypedRange at(std::size_t offset, std::size_t units) const;
  /// The label of all its units; 0 if blocks have different labels.
  std::uint32_t label() const { return unit_.label; }

 private:
  struct Block {
    std::size_t begin;  // in units
    TypedRange range;
  };
  TypedRange unit_;
  std::vector<Block> blocks_;  // of packed bytes: without empty ones
  std::size_t end_ = 0;
  std::vector<DatatypeRef> keepers_;
};

/// Memory for `count` elements of a type, laid out as in the user's buffers, for any bounds.
class TypedMemory {
 public:
  TypedMemory() = default;
  TypedMemory(std::size_t count, const Datatype& type);
  void* base() const { return base_; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  void* base_ = nullptr;
};

}  // namespace bamboo::mpi
