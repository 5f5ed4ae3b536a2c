// SPDX-License-Identifier: Apache-2.0
#include "collectives/buffer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace bamboo::mpi {
namespace {

void* moved(void* address, MPI_Aint bytes) {
  // Add integers: MPI_BOTTOM is a null pointer, and a type's lower bound may precede the buffer.
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(address) + bytes);
}

}  // namespace

DatatypeRef keeper(const Datatype& type) {
  return type.combiner == MPI_COMBINER_NAMED ? nullptr : type.weak_from_this().lock();
}

Buffer::Buffer(const void* base, std::size_t elements, const Datatype& type)
    : unit_{const_cast<void*>(base), elements, &type, label_of(type)}, keepers_{keeper(type)} {}

Buffer::Buffer(void* base, std::size_t bytes, std::uint32_t label)
    : unit_{base, bytes, &datatype(MPI_BYTE), label} {}

Buffer::Buffer(std::span<const TypedRange> units) {
  for (const TypedRange& unit : units) {
    if (unit.type) keepers_.push_back(keeper(*unit.type));
    blocks_.push_back({end_++, unit});
  }
}

void Buffer::add_block(const TypedRange& range) {
  if (range.bytes() == 0) return;
  if (blocks_.empty() || blocks_.back().range.type != range.type)
    keepers_.push_back(keeper(*range.type));
  blocks_.push_back({end_, range});
  end_ += range.bytes();
}

TypedRange Buffer::at(std::size_t offset, std::size_t units) const {
  if (unit_.type)
    return {moved(unit_.address, static_cast<MPI_Aint>(offset * unit_.count) * unit_.type->extent),
            units * unit_.count, unit_.type, unit_.label};
  const auto block = std::ranges::lower_bound(blocks_, offset, {}, &Block::begin);
  assert(block != blocks_.end() && block->begin == offset);
  return block->range;
}

TypedMemory::TypedMemory(std::size_t count, const Datatype& type) {
  if (count == 0) return;
  const MPI_Aint last = static_cast<MPI_Aint>(count - 1) * type.extent;
  const MPI_Aint begin = std::min<MPI_Aint>(0, last) + type.true_lb;
  const MPI_Aint end = std::max<MPI_Aint>(0, last) + type.true_lb + type.true_extent;
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(end - begin));
  base_ = moved(bytes_.get(), -begin);
}

}  // namespace bamboo::mpi
