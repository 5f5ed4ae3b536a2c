// SPDX-License-Identifier: Apache-2.0
// A core that runs in pieces: slices of the outermost loop that may be cut. It grows with the
// completions of the exchange: each may allow iterations that none allows in front of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "box.h"

namespace bamboo::overlap {

/// The iterations that may run from a completion on. Stage 0 is in front of all of them.
struct StageCore {
  unsigned stage = 0;
  Box box;
};

class OfferedCore {
 public:
  using Function = void (*)(void* values);
  using Time = std::chrono::nanoseconds;

  /// The target time of a piece. A piece delays the exchange by at most this time. A query of a
  /// request takes about a microsecond. If processes share a core, the MPI yields it during a
  /// query, which may take a time slice; pieces are then longer than the query by this factor.
  static constexpr Time piece = std::chrono::microseconds(50);
  static constexpr int piece_of_queries = 8;

  /// `cores`: the first stages first.
  void begin(std::vector<StageCore> cores, const std::vector<bool>& may_cut, Function function,
             void* values) {
    cores_ = std::move(cores);
    may_cut_ = may_cut;
    function_ = function;
    values_ = values;
    grow();
  }

  /// Reports that a completion follows.
  void next_stage() {
    ++stage_;
    grow();
  }

  bool is_used() const { return function_ != nullptr; }
  /// Whether nothing is left that may run before the next completion, or nothing was offered.
  bool is_done() const { return open_.empty(); }
  Time time() const { return time_; }

  /// The iterations that have run.
  const std::vector<Box>& done() const { return done_; }
  /// The bounds of the piece that runs.
  const Box& now() const { return piece_; }

  /// The bounds of the next piece.
  const Box& next() {
    Range& left = open_.back()[loop_];
    piece_ = open_.back();
    piece_[loop_].end = left.first + std::min(rows_, left.size());
    left.first = done_.back()[loop_].end = piece_[loop_].end;
    if (left.size() == 0) {
      open_.pop_back();
      if (!open_.empty()) begin_part();
    }
    return piece_;
  }
  void run() const { function_(values_); }

  /// The times of the last piece and of the query before it determine the length of the next
  /// pieces.
  void took(Time time, Time query) {
    time_ += time;
    const Time wanted = std::max(piece, query * piece_of_queries);
    if (time < wanted / 2 && rows_ < most_rows) rows_ *= 2;
    if (time > wanted * 2 && rows_ > 1) rows_ /= 2;
  }

 private:
  /// Takes the last core that may run now.
  void grow() {
    for (; grown_ < cores_.size() && cores_[grown_].stage <= stage_; ++grown_) {
      open_ = {cores_[grown_].box};
      for (const Box& box : done_)
        if (!is_empty(box)) open_ = without(open_, box);
      if (!open_.empty()) begin_part();
    }
  }

  void begin_part() {
    const Box& part = open_.back();
    loop_ = 0;
    rows_ = most_rows;
    for (size_t loop = part.size(); loop-- > 0;)
      if (may_cut_[loop] && part[loop].size() > 1) {
        loop_ = loop;
        rows_ = 1;
      }
    done_.push_back(part);
    done_.back()[loop_].end = part[loop_].first;
  }

  static constexpr int64_t most_rows = std::numeric_limits<int64_t>::max() / 2;

  std::vector<StageCore> cores_;
  std::vector<bool> may_cut_;
  size_t grown_ = 0;       ///< cores that have been taken
  unsigned stage_ = 0;     ///< completions that have been reached
  std::vector<Box> open_;  ///< may run, and have not; the last one is the next
  std::vector<Box> done_;  ///< the last one is a part of which pieces run
  Box piece_;
  size_t loop_ = 0;   ///< that is cut into pieces
  int64_t rows_ = 1;  ///< of a piece
  Function function_ = nullptr;
  void* values_ = nullptr;
  Time time_{};
};

}  // namespace bamboo::overlap
