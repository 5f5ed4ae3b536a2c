// SPDX-License-Identifier: Apache-2.0
// The collectives that move data.
#include "exchanges.h"
#include "random_call.h"

namespace conformance {
namespace {

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
  const TypesOfExchange w(t, x);
  compare(t, name("Alltoallw", t, -1, in_place), TypesOfExchange::spread * x.most,
          [&](bool own, void* send, void* receive) {
            return EITHER(MPI_Alltoallw, in_place ? MPI_IN_PLACE : send, x.sent.counts.data(),
                          w.sent_at.data(), w.from.data(), receive, x.received.counts.data(),
                          w.received_at.data(), w.to.data(), t.comm);
          });
}

}  // namespace

std::vector<TrialFunction> movements() {
  return {barrier,   bcast,      gather,   gatherv,   scatter,  scatterv,
          allgather, allgatherv, alltoall, alltoallv, alltoallw};
}

}  // namespace conformance
