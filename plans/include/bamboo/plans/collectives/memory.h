// SPDX-License-Identifier: Apache-2.0
// The memory of a collective: typed ranges, and the buffers of a plan, which consist of them.
//
// `Type` is a datatype of an engine, as a value. It has the members `size` (packed bytes of one
// element), `extent`, `true_lb`, `true_extent` and `dense` (elements are adjacent, without holes,
// in packing order), and packed(): the type of one byte of its packed elements.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"

namespace bamboo::plans::collectives {

/// The address moved by bytes. It adds integers: MPI_BOTTOM is a null pointer, and a type's lower
/// bound may precede the buffer.
inline void* moved(const void* address, MPI_Aint bytes) {
  return reinterpret_cast<void*>(reinterpret_cast<std::intptr_t>(address) + bytes);
}

/// `count` elements of a type, from `address` on as MPI counts (the first byte may lie elsewhere).
template <class Type>
struct TypedRange {
  void* address = nullptr;
  std::size_t count = 0;
  Type type = {};

  std::size_t bytes() const { return count * type.size; }
  /// `blocks` consecutive ranges of this kind.
  TypedRange times(int blocks) const {
    return {address, count * static_cast<std::size_t>(blocks), type};
  }
  /// The part of an array that begins this number of bytes, or elements, after its beginning.
  TypedRange shifted_bytes(MPI_Aint bytes) const { return {moved(address, bytes), count, type}; }
  TypedRange shifted(MPI_Aint elements) const { return shifted_bytes(elements * type.extent); }
};

/// One of the buffers of a plan. Refers to the user's memory.
template <class Type>
class Buffer {
 public:
  using Range = TypedRange<Type>;

  Buffer() = default;
  /// A unit is this range; the units are consecutive.
  explicit Buffer(const Range& unit) : unit_(unit), uniform_(true) {}
  /// A unit is a byte of a range whose type is dense.
  static Buffer of_bytes(const Range& dense) {
    return Buffer(Range{dense.address, 1, dense.type.packed()});
  }

  /// A unit is a packed byte; blocks are added in their order. A block of a dense type may be used
  /// in parts, another one only as a whole. No step goes over the end of a block.
  void add_block(const Range& block) {
    if (block.bytes() > 0) add(block, block.bytes());
  }
  /// A unit is a block, which may have no bytes.
  void add_unit(const Range& block) { add(block, 1); }

  Range at(std::size_t offset, std::size_t units) const {
    if (uniform_) {
      Range range = unit_.shifted(static_cast<MPI_Aint>(offset * unit_.count));
      range.count *= units;
      return range;
    }
    const auto after = std::ranges::upper_bound(blocks_, offset, {}, &Block::begin);
    if (after == blocks_.begin()) throw std::logic_error("a plan's step has no block");
    const Block& block = *std::prev(after);
    if (block.begin == offset && block.end == offset + units) return block.range;
    if (!block.range.type.dense || offset + units > block.end)
      throw std::logic_error("a plan's step goes over the end of a block");
    return {moved(block.range.address, static_cast<MPI_Aint>(offset - block.begin)), units,
            block.range.type.packed()};
  }

 private:
  struct Block {
    std::size_t begin, end;  // in units
    Range range;
  };
  void add(const Range& block, std::size_t units) {
    const std::size_t begin = blocks_.empty() ? 0 : blocks_.back().end;
    blocks_.push_back({begin, begin + units, block});
  }

  Range unit_;
  bool uniform_ = false;
  std::vector<Block> blocks_;
};

/// Memory for `count` elements of a type, laid out as in the user's buffers, for any bounds.
template <class Type>
class TypedMemory {
 public:
  TypedMemory() = default;
  TypedMemory(std::size_t count, const Type& type) : range_{nullptr, count, type} {
    if (count == 0) return;
    const MPI_Aint last = static_cast<MPI_Aint>(count - 1) * type.extent;
    const MPI_Aint begin = std::min<MPI_Aint>(0, last) + type.true_lb;
    const MPI_Aint end = std::max<MPI_Aint>(0, last) + type.true_lb + type.true_extent;
    bytes_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(end - begin));
    range_.address = moved(bytes_.get(), -begin);
  }
  const TypedRange<Type>& range() const { return range_; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  TypedRange<Type> range_;
};

/// One collective operation of a process, prepared for a plan: the problem and its memory.
template <class Type>
struct Prepared {
  using Range = TypedRange<Type>;
  struct Copy {
    Range from, to;
  };

  plans::Problem problem;
  Buffer<Type> input, output;
  /// Scratch of a reduction is laid out like the user's elements, else it holds packed bytes.
  Type scratch_type = Type().packed();
  std::size_t scratch_unit = 1;          ///< elements or bytes in one of its units
  std::vector<TypedMemory<Type>> saved;  ///< what `input` or `output` refer to beside the user's
  std::vector<Copy> at_begin, at_end;    ///< of a run

  /// New memory for elements of the type.
  Range memory(std::size_t count, const Type& type) {
    return saved.emplace_back(count, type).range();
  }
  /// New memory for the range's packed bytes.
  Range packed(const Range& range) { return memory(range.bytes(), range.type.packed()); }
  /// New memory for the packed bytes of each one, which a run copies there at its begin.
  std::vector<Range> copies_of(const std::vector<Range>& ranges) {
    std::vector<Range> copies = packed(ranges);
    for (std::size_t i = 0; i < ranges.size(); ++i) at_begin.push_back({ranges[i], copies[i]});
    return copies;
  }
  std::vector<Range> packed(const std::vector<Range>& ranges) {
    std::size_t bytes = 0;
    for (const Range& range : ranges) bytes += range.bytes();
    void* next = memory(bytes, Type().packed()).address;
    std::vector<Range> places;
    for (const Range& range : ranges) {
      places.push_back({next, range.bytes(), range.type.packed()});
      next = moved(next, static_cast<MPI_Aint>(range.bytes()));
    }
    return places;
  }
  /// A range that a plan may cut: `range`, or packed bytes that a run copies from it at its begin,
  /// or to it at its end.
  Range divisible(const Range& range, bool is_read, bool is_written) {
    if (range.type.dense) return range;
    const Range bytes = packed(range);
    if (is_read) at_begin.push_back({range, bytes});
    if (is_written) at_end.push_back({bytes, range});
    return bytes;
  }
};

/// Where the steps of one run of a plan find their data.
template <class Type>
class RunMemory {
 public:
  /// Both must outlive this.
  RunMemory(const plans::Plan& plan, const Prepared<Type>& prepared)
      : prepared_(prepared),
        memory_(plan.scratch * prepared.scratch_unit, prepared.scratch_type),
        scratch_({memory_.range().address, prepared.scratch_unit, prepared.scratch_type}) {}

  TypedRange<Type> at(plans::Place place, std::size_t units) const {
    switch (place.buffer) {
      case plans::Place::Buffer::None:
        return {nullptr, 0, Type().packed()};
      case plans::Place::Buffer::Input:
        return prepared_.input.at(place.offset, units);
      case plans::Place::Buffer::Output:
        return prepared_.output.at(place.offset, units);
      case plans::Place::Buffer::Scratch:
        break;
    }
    return scratch_.at(place.offset, units);
  }

 private:
  const Prepared<Type>& prepared_;
  TypedMemory<Type> memory_;
  Buffer<Type> scratch_;
};

}  // namespace bamboo::plans::collectives
