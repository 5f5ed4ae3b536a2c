// SPDX-License-Identifier: Apache-2.0
// Parts of the mesh in which lines along one axis are whole, and the blocks that lead from lines
// along one axis to lines along another one.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernel.h"

struct Range {
  int first, count;
  /// The i-th of `parts` equal parts of 0 … n - 1.
  static Range part(int n, int parts, int i) { return {n / parts * i, n / parts}; }
};
using Box = std::array<Range, 3>;  // by axis

inline std::size_t points_of(const Box& box) {
  return static_cast<std::size_t>(box[X].count) * box[Y].count * box[Z].count;
}

/// A view of the values of a box: consecutive lines along `axis`, ordered by the lower axis.
class Pencil {
 public:
  Pencil(int axis, const Box& box, value* values) : axis_(axis), box_(box), values_(values) {
    const int low = axis == X ? Y : X, high = axis == Z ? Y : Z;
    stride_[axis_] = 1;
    stride_[low] = box[axis_].count;
    stride_[high] = stride_[low] * box[low].count;
  }

  value* at(int x, int y, int z) const { return &values_[offset(x, y, z)]; }
  /// Whether a point of the whole mesh belongs to this view.
  bool has(const std::array<int, 3>& point) const {
    for (int d = 0; d < 3; d++)
      if (point[d] < box_[d].first || point[d] >= box_[d].first + box_[d].count) return false;
    return true;
  }
  value* of(const std::array<int, 3>& point) const {
    return at(point[X] - box_[X].first, point[Y] - box_[Y].first, point[Z] - box_[Z].first);
  }
  const Box& box() const { return box_; }
  void transform(const fftw_plan (&plans)[3]) const {
    const int n = box_[axis_].count;
    transform_lines(plans[axis_], values_, points_of(box_) / n, n);
  }

  /// Copies the values that this box and another one have in common, as consecutive pieces of the
  /// lines of the other box, which run along `axis`.
  void pack(int axis, Range part, std::span<value> block) const {
    const int third = X + Y + Z - axis_ - axis, n = box_[axis].count;
    const value* from = &values_[(part.first - box_[axis_].first) * stride_[axis_]];
    value* to = block.data();
    for (int i = 0; i < box_[third].count; i++, from += stride_[third]) {
      for (int first = 0; first < part.count; first += TILE) {  // for the sake of the caches
        const int last = first + TILE < part.count ? first + TILE : part.count;
        for (int q = 0; q < n; q++)
          for (int p = first; p < last; p++) to[p * n + q] = from[q * stride_[axis] + p];
      }
      to += static_cast<std::size_t>(part.count) * n;
    }
  }
  /// Takes such a block from a box with lines along `axis`. `part` is the part of that box along
  /// the axis of this one.
  void unpack(int axis, Range part, std::span<const value> block) const {
    const int third = X + Y + Z - axis_ - axis;
    const value* from = block.data();
    value* to = &values_[part.first];
    for (int i = 0; i < box_[third].count; i++)
      for (int p = 0; p < box_[axis].count; p++, from += part.count)
        memcpy(to + i * stride_[third] + p * stride_[axis], from, part.count * sizeof *to);
  }

 private:
  std::size_t offset(int x, int y, int z) const {
    return x * stride_[X] + y * stride_[Y] + z * stride_[Z];
  }

  int axis_;
  Box box_;
  value* values_;
  std::array<std::size_t, 3> stride_{};
};
