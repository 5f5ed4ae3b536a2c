// SPDX-License-Identifier: Apache-2.0
// A datatype as MPI's text defines it: a list of (basic type, displacement). Slow and obvious, to
// compare the real implementation with.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "types/constructors.h"

namespace bamboo::mpi::test {

struct TypeMap {
  struct Entry {
    std::size_t size;
    MPI_Aint displacement;
  };
  std::vector<Entry> entries;
  std::vector<MPI_Aint> lb_markers, ub_markers;
  MPI_Aint alignment = 1;

  bool empty() const { return entries.empty() && lb_markers.empty(); }
  MPI_Aint lb() const {
    if (empty()) return 0;
    if (!lb_markers.empty()) return *std::ranges::min_element(lb_markers);
    return true_lb();
  }
  MPI_Aint ub() const {
    if (empty()) return 0;
    if (!ub_markers.empty()) return *std::ranges::max_element(ub_markers);
    const MPI_Aint extent = true_ub() - lb();
    return lb() + (extent + alignment - 1) / alignment * alignment;
  }
  MPI_Aint extent() const { return ub() - lb(); }
  MPI_Aint true_lb() const {
    MPI_Aint low = entries[0].displacement;
    for (const Entry& e : entries) low = std::min(low, e.displacement);
    return low;
  }
  MPI_Aint true_ub() const {
    MPI_Aint high = entries[0].displacement;
    for (const Entry& e : entries)
      high = std::max(high, e.displacement + static_cast<MPI_Aint>(e.size));
    return high;
  }
  std::size_t size() const {
    std::size_t sum = 0;
    for (const Entry& e : entries) sum += e.size;
    return sum;
  }

  void add(const TypeMap& other, MPI_Aint offset) {
    for (const Entry& e : other.entries) entries.push_back({e.size, e.displacement + offset});
    for (const MPI_Aint m : other.lb_markers) lb_markers.push_back(m + offset);
    for (const MPI_Aint m : other.ub_markers) ub_markers.push_back(m + offset);
    alignment = std::max(alignment, other.alignment);
  }
  void add_block(const TypeMap& other, MPI_Aint offset, int length) {
    for (int i = 0; i < length; i++) add(other, offset + i * other.extent());
  }

  std::vector<std::byte> pack(const std::byte* buffer, std::size_t count) const {
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < count; i++)
      for (const Entry& e : entries) {
        const std::byte* at = buffer + static_cast<MPI_Aint>(i) * extent() + e.displacement;
        out.insert(out.end(), at, at + e.size);
      }
    return out;
  }
};

/// The same type twice.
struct Both {
  TypeMap map;
  DatatypeRef type;
};

}  // namespace bamboo::mpi::test
