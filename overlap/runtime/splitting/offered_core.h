// SPDX-License-Identifier: Apache-2.0
// A core that runs in pieces: slices of the outermost loop that may be cut.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "split_plan.h"

namespace bamboo::overlap {

class OfferedCore {
 public:
  using Function = void (*)(void* values);
  using Time = std::chrono::nanoseconds;

  /// The length of a piece. The exchange goes on that much later at most. A query of a request
  /// costs about a microsecond. Where processes share a core the MPI yields it, and a query may
  /// cost a time slice: pieces are this many times longer than that.
  static constexpr Time piece = std::chrono::microseconds(50);
  static constexpr int piece_of_queries = 8;

  void begin(const Box& core, const std::vector<bool>& may_cut, Function function, void* values) {
    core_ = core;
    function_ = function;
    values_ = values;
    for (size_t loop = core.size(); loop-- > 0;)
      if (may_cut[loop] && core[loop].size() > 1) {
        loop_ = loop;
        rows_ = 1;
      }
    next_ = core[loop_].first;
  }

  bool is_used() const { return function_ != nullptr; }
  /// Also where nothing was offered.
  bool is_done() const { return !is_used() || next_ == core_[loop_].end; }
  Time time() const { return time_; }

  /// The part of the core that has run.
  Box done() const { return part(core_[loop_].first, next_); }

  /// The bounds of the next piece.
  const Box& next() {
    const int64_t first = next_;
    next_ += std::min(rows_, core_[loop_].end - first);
    piece_ = part(first, next_);
    return piece_;
  }
  void run() const { function_(values_); }

  /// The times of the last piece, and of the query before it, decide how long the next ones are.
  void took(Time time, Time query) {
    time_ += time;
    const Time wanted = std::max(piece, query * piece_of_queries);
    if (time < wanted / 2 && rows_ < core_[loop_].size()) rows_ *= 2;
    if (time > wanted * 2 && rows_ > 1) rows_ /= 2;
  }

 private:
  Box part(int64_t first, int64_t end) const {
    Box box = core_;
    box[loop_] = {first, end};
    return box;
  }

  Box core_, piece_;
  size_t loop_ = 0;  ///< that is cut into pieces
  int64_t next_ = 0;
  int64_t rows_ = std::numeric_limits<int64_t>::max();  ///< of a piece
  Function function_ = nullptr;
  void* values_ = nullptr;
  Time time_{};
};

}  // namespace bamboo::overlap
