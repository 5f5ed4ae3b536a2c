// SPDX-License-Identifier: Apache-2.0
// The collectives that move data.
#include <algorithm>
#include <numeric>

#include "trial_call.h"

namespace conformance {
namespace {

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

std::vector<int> random_sizes(const TrialCall& t) {
  std::vector<int> sizes(t.size);
  for (int& size : sizes) size = t.small_count();
  return sizes;
}

void barrier(const TrialCall& t) {
  compare(t, name("Barrier", t), 0,
          [&](bool own, void*, void*) { return EITHER(MPI_Barrier, t.comm); });
}

void bcast(const TrialCall& t) {
  const int count = t.count(), root = below(t.random, t.size);
  // Every process may describe the data in its own way.
  std::vector<MPI_Datatype> types;
  for (int i = 0; i < t.size; ++i) types.push_back(t.layouts.any(t.random));
  compare(t, name("Bcast", t, root), count, [&](bool own, void*, void* data) {
    return EITHER(MPI_Bcast, data, count, types[t.rank], root, t.comm);
  });
}

void gather(const TrialCall& t) {
  const int count = t.small_count(), root = below(t.random, t.size);
  const bool in_place = t.sometimes();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Gather", t, root, in_place), count * t.size,
          [&](bool own, void* send, void* receive) {
            const void* data = in_place && t.rank == root ? MPI_IN_PLACE : send;
            return EITHER(MPI_Gather, data, count, from, receive, count, to, root, t.comm);
          });
}

void gatherv(const TrialCall& t) {
  const int root = below(t.random, t.size);
  const bool in_place = t.sometimes();
  const Blocks blocks(t.random, random_sizes(t));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Gatherv", t, root, in_place), blocks.total,
          [&](bool own, void* send, void* receive) {
            const void* data = in_place && t.rank == root ? MPI_IN_PLACE : send;
            return EITHER(MPI_Gatherv, data, blocks.counts[t.rank], from, receive,
                          blocks.counts.data(), blocks.places.data(), to, root, t.comm);
          });
}

void scatter(const TrialCall& t) {
  const int count = t.small_count(), root = below(t.random, t.size);
  const bool in_place = t.sometimes();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Scatter", t, root, in_place), count * t.size,
          [&](bool own, void* send, void* receive) {
            void* data = in_place && t.rank == root ? MPI_IN_PLACE : receive;
            return EITHER(MPI_Scatter, send, count, from, data, count, to, root, t.comm);
          });
}

void scatterv(const TrialCall& t) {
  const int root = below(t.random, t.size);
  const bool in_place = t.sometimes();
  const Blocks blocks(t.random, random_sizes(t));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Scatterv", t, root, in_place), blocks.total,
          [&](bool own, void* send, void* receive) {
            void* data = in_place && t.rank == root ? MPI_IN_PLACE : receive;
            return EITHER(MPI_Scatterv, send, blocks.counts.data(), blocks.places.data(), from,
                          data, blocks.counts[t.rank], to, root, t.comm);
          });
}

void allgather(const TrialCall& t) {
  const int count = t.small_count();
  const bool in_place = t.sometimes();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Allgather", t, -1, in_place), count * t.size,
          [&](bool own, void* send, void* receive) {
            return EITHER(MPI_Allgather, in_place ? MPI_IN_PLACE : send, count, from, receive,
                          count, to, t.comm);
          });
}

void allgatherv(const TrialCall& t) {
  const bool in_place = t.sometimes();
  const Blocks blocks(t.random, random_sizes(t));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Allgatherv", t, -1, in_place), blocks.total,
          [&](bool own, void* send, void* receive) {
            return EITHER(MPI_Allgatherv, in_place ? MPI_IN_PLACE : send, blocks.counts[t.rank],
                          from, receive, blocks.counts.data(), blocks.places.data(), to, t.comm);
          });
}

void alltoall(const TrialCall& t) {
  const int count = t.small_count();
  const bool in_place = t.sometimes();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  compare(t, name("Alltoall", t, -1, in_place), count * t.size,
          [&](bool own, void* send, void* receive) {
            return EITHER(MPI_Alltoall, in_place ? MPI_IN_PLACE : send, count, from, receive, count,
                          to, t.comm);
          });
}

/// What everybody sends to everybody; in place it is the same in both directions.
std::vector<std::vector<int>> random_matrix(const TrialCall& t, bool symmetric) {
  std::vector<std::vector<int>> matrix(t.size, std::vector<int>(t.size));
  for (int i = 0; i < t.size; ++i)
    for (int j = 0; j < t.size; ++j)
      matrix[i][j] = symmetric && j < i ? matrix[j][i] : t.small_count();
  return matrix;
}

/// This process's side of it. All processes draw everybody's blocks.
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

void alltoallv(const TrialCall& t) {
  const bool in_place = t.sometimes();
  const Exchange x(t, random_matrix(t, in_place));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  // A pattern that comes again is served by what was learnt of it.
  for (int times = below(t.random, 4); times >= 0; --times)
    compare(t, name("Alltoallv", t, -1, in_place), x.most,
            [&](bool own, void* send, void* receive) {
              return EITHER(MPI_Alltoallv, in_place ? MPI_IN_PLACE : send, x.sent.counts.data(),
                            x.sent.places.data(), from, receive, x.received.counts.data(),
                            x.received.places.data(), to, t.comm);
            });
}

void alltoallw(const TrialCall& t) {
  if (t.size == 1) return;  // not planned, and Open MPI 4.1 takes the places for counts of elements
  const bool in_place = t.sometimes();
  const Exchange x(t, random_matrix(t, in_place));
  std::vector<MPI_Datatype> from, to;
  // In bytes: no layout reaches further than 20 ahead and 8 back, and blocks must not overlap.
  constexpr int stride = 28;
  std::vector<int> sent_at, received_at;
  for (int i = 0; i < t.size; ++i) {
    from.push_back(t.layouts.any(t.random));
    to.push_back(t.layouts.any(t.random));
    sent_at.push_back(stride * x.sent.places[i]);
    received_at.push_back(stride * x.received.places[i]);
  }
  compare(t, name("Alltoallw", t, -1, in_place), 2 * x.most,
          [&](bool own, void* send, void* receive) {
            return EITHER(MPI_Alltoallw, in_place ? MPI_IN_PLACE : send, x.sent.counts.data(),
                          sent_at.data(), from.data(), receive, x.received.counts.data(),
                          received_at.data(), to.data(), t.comm);
          });
}

}  // namespace

std::vector<TrialFunction> movements() {
  return {barrier,   bcast,      gather,   gatherv,   scatter,  scatterv,
          allgather, allgatherv, alltoall, alltoallv, alltoallw};
}

}  // namespace conformance
