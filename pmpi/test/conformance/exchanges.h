// SPDX-License-Identifier: Apache-2.0
// The sizes and places of each process's blocks for each, drawn at random.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "random_call.h"

namespace conformance {

/// Blocks of random sizes at random places, in random order, with gaps.
struct Blocks {
  std::vector<int> counts, places;
  int total = 0;
  Blocks(Random& random, const std::vector<int>& sizes) : counts(sizes), places(sizes.size()) {
    std::vector<int> order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[below(random, static_cast<int>(i))]);
    for (int i : order) {
      total += below(random, 3);
      places[i] = total;
      total += counts[i];
    }
  }
};

/// The elements that each process sends to each other one; in place the same in both directions.
inline std::vector<std::vector<int>> random_matrix(const TrialCall& t, bool symmetric) {
  std::vector<std::vector<int>> matrix(t.size, std::vector<int>(t.size));
  for (int i = 0; i < t.size; ++i)
    for (int j = 0; j < t.size; ++j)
      matrix[i][j] = symmetric && j < i ? matrix[j][i] : t.small_count();
  return matrix;
}

/// This process's side of it. All processes draw all blocks.
struct Exchange {
  std::vector<Blocks> senders, receivers;
  const Blocks &sent, &received;
  int most;
  Exchange(const TrialCall& t, const std::vector<std::vector<int>>& matrix)
      : senders(all(t, matrix, false)),
        receivers(all(t, matrix, true)),
        sent(senders[t.rank]),
        received(receivers[t.rank]),
        most(std::max(sent.total, received.total)) {}

 private:
  static std::vector<Blocks> all(const TrialCall& t, const std::vector<std::vector<int>>& matrix,
                                 bool columns) {
    std::vector<Blocks> out;
    for (int i = 0; i < t.size; ++i) {
      std::vector<int> sizes;
      for (int j = 0; j < t.size; ++j) sizes.push_back(columns ? matrix[j][i] : matrix[i][j]);
      out.emplace_back(t.random, sizes);
    }
    return out;
  }
};

/// The layouts of an alltoallw. Places are in bytes: no layout extends further than 20 bytes ahead
/// and 8 bytes back, and blocks must not overlap.
struct TypesOfExchange {
  static constexpr int stride = 28;
  static constexpr int spread = 2;  ///< times as much memory as elements have
  std::vector<MPI_Datatype> from, to;
  std::vector<int> sent_at, received_at;
  TypesOfExchange(const TrialCall& t, const Exchange& x) {
    for (int i = 0; i < t.size; ++i) {
      from.push_back(t.layouts.any(t.random));
      to.push_back(t.layouts.any(t.random));
      sent_at.push_back(stride * x.sent.places[i]);
      received_at.push_back(stride * x.received.places[i]);
    }
  }
};

}  // namespace conformance
