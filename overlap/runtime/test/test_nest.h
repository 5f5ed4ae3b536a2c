// SPDX-License-Identifier: Apache-2.0
// Nests whose iterations the tests of plans execute one by one.
#pragma once

#include <map>
#include <vector>

#include "runtime/splitting/split_plan.h"

namespace bamboo::overlap {

struct TestAccess {
  uint64_t address, bytes;
  bool written;
  std::vector<int64_t> strides;  ///< one for each loop
};

inline AccessKind kind_of(bool written) {
  return written ? AccessKind::Written : AccessKind::Read;
}

struct TestNest {
  std::vector<int64_t> counts;
  std::vector<bool> may_cut;
  std::vector<TestAccess> accesses;

  SplitPlan plan() const {
    SplitPlan made;
    for (size_t i = 0; i < counts.size(); ++i) made.add_loop(counts[i], may_cut[i]);
    for (const TestAccess& access : accesses) {
      made.add_access(kind_of(access.written), access.address, access.bytes);
      for (unsigned i = 0; i < access.strides.size(); ++i) made.add_stride(i, access.strides[i]);
    }
    return made;
  }
};

struct Touched {
  uint64_t address, bytes;
  bool written;
};

/// All iterations of a box, in the order of the loops.
inline std::vector<std::vector<int64_t>> iterations(const Box& box) {
  std::vector<std::vector<int64_t>> all = {{}};
  for (const Range& range : box) {
    std::vector<std::vector<int64_t>> longer;
    for (const auto& one : all)
      for (int64_t i = range.first; i < range.end; ++i) {
        longer.push_back(one);
        longer.back().push_back(i);
      }
    all = longer;
  }
  return all;
}

inline Box whole(const TestNest& nest) {
  Box box;
  for (const int64_t count : nest.counts) box.push_back({0, count});
  return box;
}

inline uint64_t address_in(const TestAccess& access, const std::vector<int64_t>& iteration) {
  uint64_t address = access.address;
  for (size_t i = 0; i < iteration.size(); ++i) address += access.strides[i] * iteration[i];
  return address;
}

/// Executes the nest: every write stores a number that depends on the place and on what was read.
inline void execute(const TestNest& nest, const Box& box, std::map<uint64_t, uint64_t>& memory) {
  for (const auto& iteration : iterations(box)) {
    uint64_t value = 1;
    for (const TestAccess& access : nest.accesses)
      for (uint64_t i = 0; !access.written && i < access.bytes; ++i)
        value = value * 31 + memory[address_in(access, iteration) + i];
    for (const TestAccess& access : nest.accesses)
      for (uint64_t i = 0; access.written && i < access.bytes; ++i)
        memory[address_in(access, iteration) + i] = value + i;
  }
}

/// A sweep of a mesh with one layer of ghost cells, of n points along each axis.
inline TestNest sweep(const std::vector<int64_t>& n, uint64_t from, uint64_t to) {
  TestNest nest;
  std::vector<int64_t> strides(n.size(), 8);
  for (size_t i = n.size() - 1; i-- > 0;) strides[i] = strides[i + 1] * (n[i + 1] + 2);
  uint64_t first = 0;
  for (size_t i = 0; i < n.size(); ++i) {
    nest.counts.push_back(n[i]);
    nest.may_cut.push_back(true);
    first += strides[i];
  }
  for (size_t i = 0; i < n.size(); ++i)
    for (const int sign : {-1, 1})
      nest.accesses.push_back({from + first + sign * strides[i], 8, false, strides});
  nest.accesses.push_back({to + first, 8, true, strides});
  return nest;
}

}  // namespace bamboo::overlap
