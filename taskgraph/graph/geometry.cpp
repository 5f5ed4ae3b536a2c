// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

namespace bamboo {

Geometry::Geometry(std::vector<int> extents, std::vector<bool> periodic)
    : extents_(std::move(extents)), periodic_(std::move(periodic)) {
  if (extents_.empty()) throw std::invalid_argument("a geometry needs at least one dimension");
  if (extents_.size() != periodic_.size()) {
    throw std::invalid_argument(fmt::format("a geometry of {} dimensions was given {} periods",
                                            extents_.size(), periodic_.size()));
  }
  long long size = 1;
  for (int extent : extents_) {
    if (extent < 1)
      throw std::invalid_argument(fmt::format("the extent {} is not positive", extent));
    size *= extent;
    if (size > std::numeric_limits<TaskId>::max())
      throw std::invalid_argument("the geometry has more tasks than a task number can count");
  }
}

Geometry Geometry::balanced(int size, int dimension) {
  std::vector<int> dims(dimension, 0);
  balanced_dims(size, dims);
  return Geometry(dims, std::vector<bool>(dims.size(), false));
}

Geometry Geometry::parse(const std::string& text) {
  std::vector<int> extents;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    int extent = 0;
    const auto [after, error] = std::from_chars(at, end, extent);
    if (error != std::errc() || extent < 1 || (after != end && *after != 'x')) {
      throw std::invalid_argument(fmt::format(
          "'{}' is not a geometry: expected positive extents separated by x, such as 4x2x1", text));
    }
    extents.push_back(extent);
    if (after == end) break;
    at = after + 1;
  }
  std::vector<bool> periodic(extents.size(), false);
  return Geometry(std::move(extents), std::move(periodic));
}

int Geometry::size() const {
  int size = extents_.empty() ? 0 : 1;
  for (int extent : extents_) size *= extent;
  return size;
}

std::vector<int> Geometry::coordinates(TaskId task) const {
  std::vector<int> result(extents_.size());
  for (int d = dimension() - 1; d >= 0; --d) {
    result[d] = task % extents_[d];
    task /= extents_[d];
  }
  return result;
}

TaskId Geometry::at(std::vector<int> coordinates) const {
  TaskId task = 0;
  for (int d = 0; d < dimension(); ++d) {
    int c = coordinates[d];
    if (c < 0 || c >= extents_[d]) {
      if (!periodic_[d]) return -1;
      c = (c % extents_[d] + extents_[d]) % extents_[d];
    }
    task = task * extents_[d] + c;
  }
  return task;
}

TaskId Geometry::neighbour(TaskId task, int d, int offset, bool wrap) const {
  int stride = 1;
  for (int k = dimension() - 1; k > d; --k) stride *= extents_[k];
  const int here = task / stride % extents_[d];
  int there = here + offset;
  if (there < 0 || there >= extents_[d]) {
    if (!wrap && !periodic_[d]) return -1;
    there = (there % extents_[d] + extents_[d]) % extents_[d];
  }
  return task + (there - here) * stride;
}

namespace {

/// Searches all factorisations of `rest` into non-increasing factors for the most balanced one: its
/// sum is smallest, then the difference between its first and last factor, then its last factor is
/// largest. (The sum decides how large the faces between tasks are.)
class Factorisation {
 public:
  Factorisation(int size, int count) : best_(count, 1), current_(count, 1) {
    best_sum_ = std::numeric_limits<long long>::max();
    search(size, 0, size, 0);
  }
  const std::vector<int>& best() const { return best_; }

 private:
  void search(int rest, std::size_t index, int limit, long long sum) {
    if (sum >= best_sum_) return;
    if (index + 1 == current_.size()) {
      if (rest > limit) return;
      current_[index] = rest;
      if (sum + rest < best_sum_ || (sum + rest == best_sum_ && is_closer())) {
        best_sum_ = sum + rest;
        best_ = current_;
      }
      return;
    }
    for (int low = 1; static_cast<long long>(low) * low <= rest; ++low) {
      if (rest % low != 0) continue;
      for (int factor : {rest / low, low}) {
        if (factor > limit) continue;
        current_[index] = factor;
        search(rest / factor, index + 1, factor, sum + factor);
      }
    }
  }

  /// Among extents with equal sums: the extents are closer together.
  bool is_closer() const {
    const int spread = current_.front() - current_.back();
    const int best_spread = best_.front() - best_.back();
    return spread < best_spread || (spread == best_spread && current_.back() > best_.back());
  }

  std::vector<int> best_, current_;
  long long best_sum_;
};

}  // namespace

void balanced_dims(int size, std::vector<int>& dims) {
  if (size < 1) throw std::invalid_argument(fmt::format("the size {} is not positive", size));
  int rest = size;
  int open = 0;
  for (int dim : dims) {
    if (dim < 0) throw std::invalid_argument(fmt::format("the extent {} is negative", dim));
    if (dim == 0)
      ++open;
    else if (rest % dim != 0)
      throw std::invalid_argument(fmt::format("{} does not divide into the given extents", size));
    else
      rest /= dim;
  }
  if (open == 0) {
    if (rest != 1)
      throw std::invalid_argument(fmt::format("the given extents do not make {}", size));
    return;
  }
  const Factorisation factors(rest, open);
  auto next = factors.best().begin();
  for (int& dim : dims)
    if (dim == 0) dim = *next++;
}

}  // namespace bamboo
