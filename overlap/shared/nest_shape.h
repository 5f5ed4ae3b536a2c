// SPDX-License-Identifier: Apache-2.0
// The compiler's description of a nest of loops that it has split. The pass writes it, the
// verifiers and the run-time library read it. It has two parts:
//
//   - The shape: loops, accesses and their kinds. It is a constant of the program, and consists of
//     words of 64 bits.
//   - A row of numbers that the program computes, 64 bits each, in this order: the numbers of each
//     loop, those of each access, and the inputs of the rows (row_plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bamboo::overlap {

/// The first word of a shape. It changes with the layout of the words and of the row.
inline constexpr uint64_t nest_version = 2;

enum class AccessKind : uint64_t {
  Read,
  Value,  ///< a read; neither control flow nor an address depends on it
  Written,
  Again,  ///< a read that is repeated after the rest, and must find the same value as in the nest
  Kept,   ///< the same; one access of the nest has written the value
  Indirect,   ///< a read at an address that each row has for itself
  Index,      ///< the same; other addresses depend on the value
  Gathered,   ///< the same; its address is a linear function of an index that was read
  Checked,    ///< an index; each read of it in a row was preceded by a call of `readable`
  Scattered,  ///< a write at an address that each row has for itself
};

/// Whether rows differ in the address, so that the nest is cut by rows.
constexpr bool is_of_row(AccessKind kind) {
  return kind >= AccessKind::Indirect;
}
constexpr bool is_again(AccessKind kind) {
  return kind == AccessKind::Again || kind == AccessKind::Kept;
}

/// How an index is extended to an address.
enum class IndexType : uint64_t { Signed32, Unsigned32, Bits64 };

/// Numbers: iterations; for the inner loop of a blocked one also a step and a reach: iterations,
/// plus `step` times those of the loop `outer`, are at most `reach`.
struct LoopShape {
  bool may_cut = false;  ///< the two parts may have other bounds in it
  std::optional<uint64_t> outer = {};
  size_t place = 0;  ///< of its first number in the row

  size_t numbers() const { return outer ? 3 : 1; }
};

/// Numbers of a linear access: bytes, the address in the first iteration of all loops, and what
/// each of `loops` adds to it. Numbers of a gathered access: bytes, the address for the index 0,
/// and the distance between the addresses of two indices. Other accesses have one number, the
/// bytes.
struct AccessShape {
  AccessKind kind = AccessKind::Read;
  std::vector<uint64_t> loops = {};  ///< that move a linear access
  /// A gathered access has here the position of its `Index` access among those of rows. The index
  /// is read in an inner loop, from one address to the next.
  uint64_t indices = 0;
  IndexType type = {};
  size_t place = 0;

  size_t numbers() const {
    if (kind == AccessKind::Gathered) return 3;
    return is_of_row(kind) ? 1 : 2 + loops.size();
  }
};

struct NestShape {
  std::vector<LoopShape> loops = {};  ///< the outermost one first
  std::vector<AccessShape> accesses = {};
  uint64_t inputs = 0;     ///< values by which rows are read, besides the other numbers
  size_t first_input = 0;  ///< its place in the row

  /// The words, by records. `read` finds the places, which follow from the order.
  std::vector<std::vector<uint64_t>> records() const {
    std::vector<std::vector<uint64_t>> all = {
        {nest_version, loops.size(), accesses.size(), inputs}};
    for (const LoopShape& loop : loops)
      all.push_back({loop.may_cut ? 1U : 0U, loop.outer ? 1U : 0U, loop.outer.value_or(0)});
    for (const AccessShape& access : accesses) {
      all.push_back({static_cast<uint64_t>(access.kind), access.indices,
                     static_cast<uint64_t>(access.type), access.loops.size()});
      all.back().insert(all.back().end(), access.loops.begin(), access.loops.end());
    }
    return all;
  }

  /// Returns nothing if another version of Bamboo has written the words.
  static std::optional<NestShape> read(const uint64_t* words) {
    if (*words++ != nest_version) return std::nullopt;
    NestShape shape;
    shape.loops.resize(*words++);
    shape.accesses.resize(*words++);
    shape.inputs = *words++;
    size_t place = 0;
    for (LoopShape& loop : shape.loops) {
      loop.may_cut = words[0] != 0;
      if (words[1] != 0) loop.outer = words[2];
      words += 3;
      loop.place = place;
      place += loop.numbers();
    }
    for (AccessShape& access : shape.accesses) {
      access.kind = static_cast<AccessKind>(words[0]);
      access.indices = words[1];
      access.type = static_cast<IndexType>(words[2]);
      access.loops.assign(words + 4, words + 4 + words[3]);
      words += 4 + words[3];
      access.place = place;
      place += access.numbers();
    }
    shape.first_input = place;
    return shape;
  }
};

}  // namespace bamboo::overlap
