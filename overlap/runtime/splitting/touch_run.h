// SPDX-License-Identifier: Apache-2.0
// Accesses to memory at equal distances, such as rows and columns of an array: reported one by
// one, inspected together.
#pragma once

#include <algorithm>
#include <cstdint>

namespace bamboo::overlap {

inline int64_t floor_division(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

struct TouchRun {
  int64_t first = 0;  ///< address
  int64_t bytes = 0;  ///< of each piece
  int64_t stride = 0;
  int64_t count = 0;  ///< 0: nothing
  bool written = false;

  int64_t end() const { return first + stride * (count - 1) + bytes; }

  /// Piece `number` alone.
  TouchRun piece(int64_t number) const { return {first + stride * number, bytes, 0, 1, written}; }

  /// Those that overlap from … behind - 1, of a run without a negative stride.
  TouchRun pieces_in(int64_t from, int64_t behind) const {
    if (count == 1) return {first, bytes, 0, first < behind && from < end() ? 1 : 0, written};
    const int64_t lowest = std::max<int64_t>(0, floor_division(from - first - bytes, stride) + 1);
    const int64_t highest = std::min(count - 1, floor_division(behind - 1 - first, stride));
    return {first + stride * lowest, bytes, stride, std::max<int64_t>(0, highest - lowest + 1),
            written};
  }

  /// Joins this run and the next one to one run. Returns false if they do not form one.
  bool extend(const TouchRun& next) {
    if (count == 0 || written != next.written) return false;
    if (next.count > 1) {
      if (bytes != next.bytes || stride != next.stride || next.first != first + stride * count)
        return false;
      count += next.count;
      return true;
    }
    const bool is_row = count == 1 && next.first == first + bytes;
    if (is_row) {
      bytes += next.bytes;
      return true;
    }
    if (bytes != next.bytes) return false;
    if (count == 1) stride = next.first - first;
    if (next.first != first + stride * count) return false;
    count += stride == 0 ? 0 : 1;  // the same again
    return true;
  }

  /// The same run with a stride that is not negative; one piece if there are no gaps.
  TouchRun upwards() const {
    TouchRun run = *this;
    if (stride < 0) {
      run.first = first + stride * (count - 1);
      run.stride = -stride;
    }
    if (count > 1 && run.stride <= bytes) return {run.first, run.end() - run.first, 0, 1, written};
    return run;
  }
};

}  // namespace bamboo::overlap
