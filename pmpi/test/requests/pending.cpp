// SPDX-License-Identifier: Apache-2.0
#include "pending.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "conformance/exchanges.h"
#include "conformance/operands.h"
#include "request_names.h"

namespace conformance {
namespace {

// Starts the operation in that `form`, on `comm`. All functions have the same arguments after
// these.
#define CALL(Name, name, ...)                                            \
  (form == Form::Own           ? PMPI_##Name(__VA_ARGS__, comm)          \
   : form == Form::Nonblocking ? MPI_I##name(__VA_ARGS__, comm, request) \
                               : INIT(Name)(__VA_ARGS__, comm, MPI_INFO_NULL, request))
#define ARGUMENTS \
  Form form, MPI_Comm comm, [[maybe_unused]] const void *s, void *r, MPI_Request *request

/// Alone, Open MPI 4.1 takes MPI_IN_PLACE for an address.
bool in_place(const TrialCall& t) {
  return t.sometimes() && t.size > 1;
}

Pending regular(const TrialCall& t, bool gathers) {
  Pending p;
  const int count = t.small_count();
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  p.in_place = in_place(t);
  p.what = name(gathers ? "Allgather" : "Alltoall", t, -1, p.in_place);
  p.elements = static_cast<std::size_t>(count) * t.size;
  p.call = [=](ARGUMENTS) {
    return gathers ? CALL(Allgather, allgather, s, count, from, r, count, to)
                   : CALL(Alltoall, alltoall, s, count, from, r, count, to);
  };
  return p;
}

/// In place, each process has an element for itself: Open MPI 4.1 forgets to count a nonblocking
/// exchange in a process that has none, so the next ones on that communicator never match.
std::vector<std::vector<int>> elements_of(const TrialCall& t, bool in_place) {
  std::vector<std::vector<int>> matrix = random_matrix(t, in_place);
  for (int i = 0; in_place && i < t.size; ++i) matrix[i][i] = std::max(matrix[i][i], 1);
  return matrix;
}

std::shared_ptr<const Blocks> some_blocks(const TrialCall& t) {
  std::vector<int> sizes(t.size);
  for (int& size : sizes) size = t.small_count();
  return std::make_shared<const Blocks>(t.random, sizes);
}

Pending allgatherv(const TrialCall& t) {
  Pending p;
  const auto blocks = some_blocks(t);
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  const int own = blocks->counts[t.rank];
  p.in_place = in_place(t);
  p.what = name("Allgatherv", t, -1, p.in_place);
  p.elements = blocks->total;
  p.call = [=](ARGUMENTS) {
    const int *n = blocks->counts.data(), *at = blocks->places.data();
    return CALL(Allgatherv, allgatherv, s, own, from, r, n, at, to);
  };
  return p;
}

Pending alltoallv(const TrialCall& t) {
  Pending p;
  p.in_place = in_place(t);
  const auto x = std::make_shared<const Exchange>(t, elements_of(t, p.in_place));
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  const int size = t.size;
  p.what = name("Alltoallv", t, -1, p.in_place);
  p.elements = x->most;
  p.call = [=](ARGUMENTS) {
    const int *sn = x->sent.counts.data(), *sd = x->sent.places.data(),
              *rn = x->received.counts.data(), *rd = x->received.places.data();
    if (form != Form::Persistent) return CALL(Alltoallv, alltoallv, s, sn, sd, from, r, rn, rd, to);
    // The arrays need not live as long as the request.
    const std::vector<int> a(sn, sn + size), b(sd, sd + size), c(rn, rn + size), d(rd, rd + size);
    return CALL(Alltoallv, alltoallv, s, a.data(), b.data(), from, r, c.data(), d.data(), to);
  };
  return p;
}

Pending alltoallw(const TrialCall& t) {
  Pending p;
  p.in_place = in_place(t);
  const auto x = std::make_shared<const Exchange>(t, elements_of(t, p.in_place));
  const auto w = std::make_shared<TypesOfExchange>(t, *x);
  p.what = name("Alltoallw", t, -1, p.in_place);
#ifdef OPEN_MPI
  p.only_planned = p.in_place;  // 4.1 writes into the gaps of some datatypes
#endif
  p.elements = TypesOfExchange::spread * x->most;
  p.call = [=](ARGUMENTS) {
    const int *sn = x->sent.counts.data(), *rn = x->received.counts.data();
    return CALL(Alltoallw, alltoallw, s, sn, w->sent_at.data(), w->from.data(), r, rn,
                w->received_at.data(), w->to.data());
  };
  return p;
}

struct Root {
  int rank;
  bool is_here, in_place;  ///< in place: here as well
  explicit Root(const TrialCall& t)
      : rank(below(t.random, t.size)),
        is_here(rank == t.rank),
        in_place(conformance::in_place(t) && is_here) {}
};

Pending gather(const TrialCall& t, bool has_sizes) {
  Pending p;
  const Root root(t);
  const auto blocks = some_blocks(t);
  const int count = t.small_count(), own = blocks->counts[t.rank];
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  p.what = name(has_sizes ? "Gatherv" : "Gather", t, root.rank, root.in_place);
  p.elements = std::max(blocks->total, count * t.size);
  p.has_result = root.is_here;
  p.call = [=](ARGUMENTS) {
    const void* out = root.in_place ? MPI_IN_PLACE : s;
    if (!has_sizes) return CALL(Gather, gather, out, count, from, r, count, to, root.rank);
    // Elsewhere the root's arguments mean nothing.
    const int *n = root.is_here ? blocks->counts.data() : nullptr,
              *at = root.is_here ? blocks->places.data() : nullptr;
    const MPI_Datatype type = root.is_here ? to : MPI_DATATYPE_NULL;
    return CALL(Gatherv, gatherv, out, own, from, r, n, at, type, root.rank);
  };
  return p;
}

Pending scatter(const TrialCall& t, bool has_sizes) {
  Pending p;
  const Root root(t);
  const auto blocks = some_blocks(t);
  const int count = t.small_count(), own = blocks->counts[t.rank];
  const MPI_Datatype from = t.layouts.any(t.random), to = t.layouts.any(t.random);
  p.what = name(has_sizes ? "Scatterv" : "Scatter", t, root.rank, root.in_place);
  p.elements = std::max(blocks->total, count * t.size);
  p.call = [=](ARGUMENTS) {
    void* in = root.in_place ? MPI_IN_PLACE : r;
    if (!has_sizes) return CALL(Scatter, scatter, s, count, from, in, count, to, root.rank);
    const int *n = root.is_here ? blocks->counts.data() : nullptr,
              *at = root.is_here ? blocks->places.data() : nullptr;
    const MPI_Datatype type = root.is_here ? from : MPI_DATATYPE_NULL;
    return CALL(Scatterv, scatterv, s, n, at, type, in, own, to, root.rank);
  };
  return p;
}

Pending reduction(const TrialCall& t, int which) {
  Pending p;
  const Operands o = any_operands(t);
  const int count = t.small_count(), root = below(t.random, t.size);
  const bool is_reduce = which == 0, is_exscan = which == 3, is_scatter = which >= 4;
#ifdef MPICH
  const bool fails = is_reduce && root != 0;  // MPICH 4.0 itself reads from MPI_IN_PLACE
#else
  const bool fails = false;
#endif
  // The MPI may leave anything behind the result of a reduce_scatter in place.
  const bool may_be = !is_scatter && !fails && (!is_reduce || t.rank == root);
  p.in_place = in_place(t) && may_be;
  p.what = name("a reduction", t, is_reduce ? root : -1, p.in_place);
  const int all = is_scatter ? count * t.size : count;
  p.elements = 2 * static_cast<std::size_t>(all);  // one has up to 28 bytes
  p.prepare = [=](void* sent) { make_whole(o, sent, all); };
  p.has_result = is_reduce ? t.rank == root : !is_exscan || t.rank != 0;
  const auto counts = std::make_shared<const std::vector<int>>(t.size, count);
  p.call = [=](ARGUMENTS) {
    switch (which) {
      case 0:
        return CALL(Reduce, reduce, s, r, count, o.type, o.op, root);
      case 1:
        return CALL(Allreduce, allreduce, s, r, count, o.type, o.op);
      case 2:
        return CALL(Scan, scan, s, r, count, o.type, o.op);
      case 3:
        return CALL(Exscan, exscan, s, r, count, o.type, o.op);
      case 4:
        return CALL(Reduce_scatter_block, reduce_scatter_block, s, r, count, o.type, o.op);
      default:
        return CALL(Reduce_scatter, reduce_scatter, s, r, counts->data(), o.type, o.op);
    }
  };
  return p;
}

Pending bcast(const TrialCall& t) {
  Pending p;
  const int count = t.small_count(), root = below(t.random, t.size);
  const MPI_Datatype type = t.layouts.any(t.random);
  p.what = name("Bcast", t, root);
  p.elements = count;
  p.call = [=](ARGUMENTS) { return CALL(Bcast, bcast, r, count, type, root); };
  return p;
}

}  // namespace

Pending exchange(const TrialCall& t, int which) {
  switch (which % 5) {
    case 0:
      return alltoallv(t);
    case 1:
      return regular(t, false);
    case 2:
      return regular(t, true);
    case 3:
      return allgatherv(t);
    default:
      return t.size == 1 ? alltoallv(t) : alltoallw(t);
  }
}

Pending rooted(const TrialCall& t, int which) {
  return which % 4 < 2 ? gather(t, which % 2 == 0) : scatter(t, which % 2 == 0);
}

Pending of_vector(const TrialCall& t, int which) {
  return which % 7 == 6 ? bcast(t) : reduction(t, which % 7);
}

Pending any_collective(const TrialCall& t, int number) {
  const int which = 7 * number % 16;
  return which < 5   ? exchange(t, which)
         : which < 9 ? rooted(t, which - 5)
                     : of_vector(t, which - 9);
}

int run_rounds(int argc, char** argv, void (*special_cases)(),
               const std::function<void(const TrialCall& t, int round, Random& own)>& round) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, argc > 3 ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &level);
  seed = argc > 1 ? static_cast<unsigned>(std::atol(argv[1])) : 1;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  {
    const Layouts layouts;
    Random random(seed);
    int rank = 0, size = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    special_cases();
    Random own(seed + 7777u * rank);
    for (int i = 0; i < rounds; ++i) {
      MPI_Comm comm;
      MPI_Comm_split(MPI_COMM_WORLD, 0, i % 2 ? -rank : rank, &comm);
      TrialCall here{comm, 0, size, random, layouts};
      PMPI_Comm_rank(comm, &here.rank);
      round(here, i, own);
    }
  }
  MPI_Finalize();
  return 0;
}

}  // namespace conformance
