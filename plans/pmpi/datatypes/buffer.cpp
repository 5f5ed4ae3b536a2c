// SPDX-License-Identifier: Apache-2.0
#include "datatypes/buffer.h"

#include <algorithm>
#include <stdexcept>

namespace bamboo::plans::pmpi {

Buffer::Buffer(const void* base, std::size_t elements, const Type& type)
    : unit_{const_cast<void*>(base), elements, type}, uniform_(true) {}

void Buffer::add_block(const TypedRange& range) {
  if (range.bytes() == 0) return;
  blocks_.push_back({end_, range});
  end_ += range.bytes();
}

TypedRange Buffer::at(std::size_t offset, std::size_t units) const {
  if (uniform_)
    return {moved(unit_.address, static_cast<MPI_Aint>(offset * unit_.count) * unit_.type.extent),
            units * unit_.count, unit_.type};
  const auto after = std::ranges::upper_bound(blocks_, offset, {}, &Block::begin);
  if (after == blocks_.begin()) throw std::logic_error("a plan's step has no block");
  const Block& block = *std::prev(after);
  if (block.begin == offset && block.range.bytes() == units) return block.range;
  if (!block.range.type.dense || offset + units > block.begin + block.range.bytes())
    throw std::logic_error("a plan's step goes over the end of a block");
  return {moved(block.range.address, static_cast<MPI_Aint>(offset - block.begin)), units,
          Type::bytes()};
}

}  // namespace bamboo::plans::pmpi
