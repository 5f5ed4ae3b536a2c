// SPDX-License-Identifier: Apache-2.0
// The collectives of neighbours, on topologies of all kinds.
#include "neighbours.h"

#include <algorithm>
#include <functional>

#include "exchanges.h"
#include "requests/request_names.h"

namespace conformance {
namespace {

/// Drawn from the numbers of all processes, so each of them finds the same.
unsigned mixed(unsigned seed, int a, int b) {
  Random random(seed + 7919u * static_cast<unsigned>(a) + 104729u * static_cast<unsigned>(b));
  return static_cast<unsigned>(random());
}

/// Edges to itself, several to one process, none at all; those of both directions by themselves.
int edges_between(unsigned seed, int from, int to) {
  return std::max(0, static_cast<int>(mixed(seed, from, to) % 7) - 4);
}

struct Lists {
  std::vector<int> sources, destinations;
};

Lists lists_of(unsigned seed, int rank, int size, bool is_symmetric) {
  const auto edges = [&](int from, int to) {
    return is_symmetric && from > to ? edges_between(seed, to, from)
                                     : edges_between(seed, from, to);
  };
  Lists out;
  for (int other = 0; other < size; ++other) {
    out.sources.insert(out.sources.end(), edges(other, rank), other);
    out.destinations.insert(out.destinations.end(), edges(rank, other), other);
  }
  Random random(mixed(seed, rank, -1));
  if (!is_symmetric) {
    std::ranges::shuffle(out.sources, random);
    std::ranges::shuffle(out.destinations, random);
  }
  return out;
}

/// Not a null pointer, which an MPI may refuse, or take for something else.
template <class T>
const T* data_of(const std::vector<T>& list) {
  static const T none{};
  return list.empty() ? &none : list.data();
}

MPI_Comm cartesian(const TrialCall& t, unsigned seed) {
  MPI_Comm made = MPI_COMM_NULL;
  const int dimensions = 1 + static_cast<int>(seed % 3);
  std::vector<int> dims(dimensions), periods(dimensions);
  MPI_Dims_create(t.size, dimensions, dims.data());
  for (int i = 0; i < dimensions; ++i) periods[i] = static_cast<int>(mixed(seed, i, 0) % 2);
  MPI_Cart_create(t.comm, dimensions, dims.data(), periods.data(), 0, &made);
  return made;
}

MPI_Comm graph(const TrialCall& t, unsigned seed) {
  MPI_Comm made = MPI_COMM_NULL;
  std::vector<int> ends, edges;
  for (int rank = 0; rank < t.size; ++rank) {
    const Lists lists = lists_of(seed, rank, t.size, true);
    edges.insert(edges.end(), lists.destinations.begin(), lists.destinations.end());
    ends.push_back(static_cast<int>(edges.size()));
  }
  MPI_Graph_create(t.comm, t.size, ends.data(), data_of(edges), 0, &made);
  return made;
}

MPI_Comm distributed_graph(const TrialCall& t, unsigned seed, bool is_adjacent) {
  MPI_Comm made = MPI_COMM_NULL;
  Lists lists = lists_of(seed, t.rank, t.size, false);
  const int in = static_cast<int>(lists.sources.size());
  const int out = static_cast<int>(lists.destinations.size());
  const int *sources = data_of(lists.sources), *destinations = data_of(lists.destinations);
  if (is_adjacent)
    MPI_Dist_graph_create_adjacent(t.comm, in, sources, MPI_UNWEIGHTED, out, destinations,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
  else
    MPI_Dist_graph_create(t.comm, 1, &t.rank, &out, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                          &made);
  return made;
}

/// MPI_PROC_NULL among the ranks denotes a block without a neighbour.
Lists neighbours_in(MPI_Comm comm) {
  Lists out;
  int topology = 0, count = 0, more = 0, weighted = 0, rank = 0;
  PMPI_Topo_test(comm, &topology);
  PMPI_Comm_rank(comm, &rank);
  if (topology == MPI_CART) {
    PMPI_Cartdim_get(comm, &count);
    out.sources.resize(2 * count);
    for (int i = 0; i < count; ++i)
      PMPI_Cart_shift(comm, i, 1, &out.sources[2 * i], &out.sources[2 * i + 1]);
    out.destinations = out.sources;
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, rank, &count);
    out.sources.resize(count);
    PMPI_Graph_neighbors(comm, rank, count, out.sources.data());
    out.destinations = out.sources;
  } else {
    PMPI_Dist_graph_neighbors_count(comm, &count, &more, &weighted);
    std::vector<int> weights(count + more + 1);
    out.sources.resize(count);
    out.destinations.resize(more);
    PMPI_Dist_graph_neighbors(comm, count, out.sources.data(), weights.data(), more,
                              out.destinations.data(), weights.data());
  }
  return out;
}

/// This process's blocks of a call: all edges of a pair have as many elements, so that it does not
/// matter here which of them meet.
struct Sides {
  Blocks sent, received;
  int most;
  Sides(const Lists& lists, int rank, unsigned seed, bool gathers)
      : sent(blocks(lists.destinations, seed, rank, true,
                    [&](int to) { return elements(seed, rank, gathers ? 0 : to); })),
        received(blocks(lists.sources, seed, rank, false,
                        [&](int from) { return elements(seed, from, gathers ? 0 : rank); })),
        most(std::max({sent.total, received.total, elements(seed, rank, 0)})) {}

  /// Some pieces of a plan.
  static constexpr int long_block = 20'000;
  static int elements(unsigned seed, int from, int to) {
    const unsigned drawn = mixed(seed, from + 1, to + 1);
    if (drawn % 64 == 0) return long_block;
    return static_cast<int>(drawn % 8 == 0 ? drawn / 8 % 2000 : drawn / 8 % 5);
  }

 private:
  static Blocks blocks(const std::vector<int>& ranks, unsigned seed, int rank, bool is_sent,
                       const std::function<int(int)>& count) {
    std::vector<int> sizes;
    for (const int other : ranks) sizes.push_back(other < 0 ? 3 : count(other));
    Random random(mixed(seed, rank, is_sent ? -2 : -3));
    return {random, sizes};
  }
};

enum class Form { Blocking, Nonblocking, Persistent };

#ifdef MPICH
// The alltoallw of MPICH 4.0 by itself hangs, or ends with an error.
constexpr int exchanges = 2;
// It looks at the address of a block that goes nowhere.
void* of_nobody(void* block) {
  return block;
}
#else
constexpr int exchanges = 3;
void* of_nobody(void*) {
  return nullptr;
}
#endif

/// Calls the planned function or the MPI's own, depending on `form`. All functions have the same
/// arguments before these.
#define NEIGHBOURS(name, ...)                                                                \
  (form == Form::Blocking ? EITHER(MPI_Neighbor_##name, __VA_ARGS__, comm)                   \
   : form == Form::Nonblocking                                                               \
       ? completed(own, EITHER(MPI_Ineighbor_##name, __VA_ARGS__, comm, &request), request)  \
       : started(own,                                                                        \
                 own ? OWN_INIT(Neighbor_##name)(__VA_ARGS__, comm, MPI_INFO_NULL, &request) \
                     : INIT(Neighbor_##name)(__VA_ARGS__, comm, MPI_INFO_NULL, &request),    \
                 request))

int completed(bool own, int error, MPI_Request& request) {
  if (error != MPI_SUCCESS) return error;
  return own ? PMPI_Wait(&request, MPI_STATUS_IGNORE) : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/// Twice: the second time must do all that the first one did.
int started(bool own, int error, MPI_Request& request) {
  for (int time = 0; time < 2 && error == MPI_SUCCESS; ++time) {
    error = own ? PMPI_Start(&request) : MPI_Start(&request);
    error = completed(own, error, request);
  }
  if (error == MPI_SUCCESS) error = own ? PMPI_Request_free(&request) : MPI_Request_free(&request);
  return error;
}

/// One of the five functions, with random counts, places and types.
void call_once(const TrialCall& t, const Lists& lists, int function, Form form, unsigned seed) {
  static const char* const names[] = {"Neighbor_allgather", "Neighbor_allgatherv",
                                      "Neighbor_alltoall", "Neighbor_alltoallv",
                                      "Neighbor_alltoallw"};
  const MPI_Comm comm = t.comm;
  const int in = static_cast<int>(lists.sources.size());
  const int out = static_cast<int>(lists.destinations.size());
  const int each = Sides::elements(seed, 0, 0), mine = Sides::elements(seed, t.rank, 0);
  const bool gathers = function < 2, is_even = function == 0 || function == 2;
  const Sides sides(lists, t.rank, seed, gathers);
  const Blocks &sent = sides.sent, &received = sides.received;
  Random own_random(mixed(seed, t.rank, -4));
  const MPI_Datatype from = t.layouts.any(own_random), to = t.layouts.any(own_random);
  std::vector<MPI_Datatype> from_types, to_types;
  std::vector<MPI_Aint> from_bytes, to_bytes;
  for (int i = 0; i < out; ++i) {
    from_types.push_back(t.layouts.any(own_random));
    from_bytes.push_back(static_cast<MPI_Aint>(TypesOfExchange::stride) * sent.places[i]);
  }
  for (int i = 0; i < in; ++i) {
    to_types.push_back(t.layouts.any(own_random));
    to_bytes.push_back(static_cast<MPI_Aint>(TypesOfExchange::stride) * received.places[i]);
  }
  const int most = is_even ? each * (std::max({in, out, 1})) : sides.most;
  compare(t, std::string(names[function]) + (form == Form::Blocking ? "" : " behind a request"),
          static_cast<std::size_t>(TypesOfExchange::spread) * most,
          [&](bool own, void* s, void* r) {
            MPI_Request request = MPI_REQUEST_NULL;
            if (gathers && out == 0) s = of_nobody(s);
            const int *sn = data_of(sent.counts), *sd = data_of(sent.places);
            const int *rn = data_of(received.counts), *rd = data_of(received.places);
            switch (function) {
              case 0:
                return NEIGHBOURS(allgather, s, each, from, r, each, to);
              case 1:
                return NEIGHBOURS(allgatherv, s, mine, from, r, rn, rd, to);
              case 2:
                return NEIGHBOURS(alltoall, s, each, from, r, each, to);
              case 3:
                return NEIGHBOURS(alltoallv, s, sn, sd, from, r, rn, rd, to);
              default:
                return NEIGHBOURS(alltoallw, s, sn, data_of(from_bytes), data_of(from_types), r, rn,
                                  data_of(to_bytes), data_of(to_types));
            }
          });
}

void on_topology(const TrialCall& t, int kind, bool gathers) {
  const auto seed = static_cast<unsigned>(t.random());
  MPI_Comm made = kind == 0   ? cartesian(t, seed)
                  : kind == 1 ? graph(t, seed)
                              : distributed_graph(t, seed, kind == 2);
  const Lists lists = neighbours_in(made);
  TrialCall here{made, t.rank, t.size, t.random, t.layouts};
  PMPI_Comm_rank(made, &here.rank);
  // Patterns come again, with some counts changed, and functions by turns.
  for (int time = 0; time < 12; ++time) {
    const int function = gathers ? time % 2 : 2 + time % exchanges;
    const Form form = static_cast<Form>(time / 3 % 4 % 3);
    call_once(here, lists, function, form, seed + static_cast<unsigned>(time / 6));
  }
  MPI_Comm_free(&made);
}

}  // namespace

void neighbours_of_cartesian(const TrialCall& t) {
  on_topology(t, 0, t.sometimes());
}
void neighbours_of_graph(const TrialCall& t) {
  on_topology(t, 1, t.sometimes());
}
void neighbours_exchange(const TrialCall& t) {
  on_topology(t, 2 + below(t.random, 2), false);
}
void neighbours_gather(const TrialCall& t) {
  on_topology(t, 2 + below(t.random, 2), true);
}

std::vector<TrialFunction> neighbours() {
  return {neighbours_of_cartesian, neighbours_of_graph, neighbours_exchange, neighbours_gather};
}

}  // namespace conformance
