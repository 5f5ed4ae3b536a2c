// SPDX-License-Identifier: Apache-2.0
// A trial of calls whose times the test chooses.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "selection/trial.h"

namespace bamboo::plans::pmpi {

inline constexpr std::size_t block = 65536;
/// The reductions of trials really take place, and whatever else runs may keep them waiting: beside
/// calls that are so much slower than what the tests say, that is nothing.
inline constexpr double slower = 1000;
/// Seconds of the k-th call in a row of an algorithm.
using Seconds = std::function<double(const std::string& algorithm, int in_a_row)>;

/// One all-to-all after the other, with the given times.
class Calls {
 public:
  Calls(double share, Seconds seconds)
      : trial_(Operation::Alltoall, 1, block, share), seconds_(std::move(seconds)) {}
  /// Between so many processes; the times are those of all of them.
  Calls(int size, std::unique_ptr<const Prospect> prospect, Seconds seconds, double factor = slower)
      : trial_(Operation::Alltoall, size, block, Trial::small_share),
        seconds_(std::move(seconds)),
        slower_(factor) {
    trial_.foresee(std::move(prospect));
  }

  void make(int calls) {
    for (int i = 0; i < calls; ++i) make_one();
  }
  std::string next() const { return trial_.next() ? trial_.next()->name : "mpi"; }
  bool is_over() const { return trial_.is_over(); }
  Rule rule() const { return trial_.rule(); }
  int news() const { return news_; }
  int agreements() const { return agreements_; }
  double total() const { return total_; }
  int calls_of(const std::string& algorithm) { return calls_of_[algorithm]; }

 private:
  void make_one() {
    const std::string who = next();
    in_a_row_ = who == last_ ? in_a_row_ + 1 : 0;
    last_ = who;
    const double seconds = seconds_(who, in_a_row_);
    ++calls_of_[who];
    total_ += seconds;
    if (trial_.is_over()) return;
    if (trial_.add(slower_ * seconds)) {
      ++agreements_;
      trial_.agree(MPI_COMM_SELF);
    }
    news_ += trial_.take_news();
  }

  Trial trial_;
  Seconds seconds_;
  double slower_ = slower;
  std::string last_;
  int in_a_row_ = 0, news_ = 0, agreements_ = 0;
  double total_ = 0;
  std::map<std::string, int> calls_of_;
};

}  // namespace bamboo::plans::pmpi
