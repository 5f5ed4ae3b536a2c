// SPDX-License-Identifier: Apache-2.0
// Neighbourhoods that the installed MPIs get wrong, or refuse in ways of their own.
#include <array>
#include <numeric>
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Neighbours, 1, 2, 3, 8);

MPI_Comm ring_of_all() {
  const int size = world_size(), around = 1;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &around, 0, &ring);
  return ring;
}

/// Two blocks of two numbers for both neighbours on a ring.
struct OnRing {
  MPI_Comm comm = ring_of_all();
  std::vector<int> numbers = values(world_rank(), 4);
  std::array<int, 4> received{};
  std::array<int, 2> counts{2, 2}, places{0, 2};
  std::array<MPI_Count, 2> wide_counts{2, 2};
  std::array<MPI_Aint, 2> wide_places{0, 2}, bytes{0, 2 * sizeof(int)};
  std::array<MPI_Datatype, 2> types{MPI_INT, MPI_INT};

  const void* out = numbers.data();
  void* in = received.data();
  const int *n = counts.data(), *at = places.data();
  const MPI_Count* wide_n = wide_counts.data();
  const MPI_Aint *wide_at = wide_places.data(), *byte = bytes.data();
  const MPI_Datatype* type = types.data();
  MPI_Request request = MPI_REQUEST_NULL;

  OnRing() = default;
  OnRing(const OnRing&) = delete;
  ~OnRing() { MPI_Comm_free(&comm); }
};

struct RingForm {
  const char* name;
  bool own_blocks;  ///< each neighbour gets its own
  bool persistent;
  void (*begin)(OnRing& r);
};

#define RING_FORMS(own, blocking, started, prepared, ...)                                    \
  {#blocking, own, false, [](OnRing& r) { blocking(__VA_ARGS__, r.comm); }},                 \
      {#started, own, false, [](OnRing& r) { started(__VA_ARGS__, r.comm, &r.request); }}, { \
    #prepared, own, true,                                                                    \
        [](OnRing& r) { prepared(__VA_ARGS__, r.comm, MPI_INFO_NULL, &r.request); }          \
  }

const RingForm ring_forms[] = {
    RING_FORMS(false, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
               r.out, 2, MPI_INT, r.in, 2, MPI_INT),
    RING_FORMS(false, MPI_Neighbor_allgather_c, MPI_Ineighbor_allgather_c,
               MPI_Neighbor_allgather_init_c, r.out, 2, MPI_INT, r.in, 2, MPI_INT),
    RING_FORMS(false, MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv,
               MPI_Neighbor_allgatherv_init, r.out, 2, MPI_INT, r.in, r.n, r.at, MPI_INT),
    RING_FORMS(false, MPI_Neighbor_allgatherv_c, MPI_Ineighbor_allgatherv_c,
               MPI_Neighbor_allgatherv_init_c, r.out, 2, MPI_INT, r.in, r.wide_n, r.wide_at,
               MPI_INT),
    RING_FORMS(true, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
               r.out, 2, MPI_INT, r.in, 2, MPI_INT),
    RING_FORMS(true, MPI_Neighbor_alltoall_c, MPI_Ineighbor_alltoall_c,
               MPI_Neighbor_alltoall_init_c, r.out, 2, MPI_INT, r.in, 2, MPI_INT),
    RING_FORMS(true, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
               r.out, r.n, r.at, MPI_INT, r.in, r.n, r.at, MPI_INT),
    RING_FORMS(true, MPI_Neighbor_alltoallv_c, MPI_Ineighbor_alltoallv_c,
               MPI_Neighbor_alltoallv_init_c, r.out, r.wide_n, r.wide_at, MPI_INT, r.in, r.wide_n,
               r.wide_at, MPI_INT),
    RING_FORMS(true, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
               r.out, r.n, r.byte, r.type, r.in, r.n, r.byte, r.type),
    RING_FORMS(true, MPI_Neighbor_alltoallw_c, MPI_Ineighbor_alltoallw_c,
               MPI_Neighbor_alltoallw_init_c, r.out, r.wide_n, r.byte, r.type, r.in, r.wide_n,
               r.byte, r.type),
};

int on_a_ring(int, char**) {
  MPI_Init(nullptr, nullptr);
  for (const RingForm& form : ring_forms) {
    OnRing r;
    if (form.persistent) form.begin(r);
    for (int round = 0; round < 3; ++round) {
      r.received.fill(-1);
      if (form.persistent)
        MPI_Start(&r.request);
      else
        form.begin(r);
      MPI_Wait(&r.request, MPI_STATUS_IGNORE);
      const int below = value_at(previous(), form.own_blocks ? 2 : 0), above = value_at(next(), 0);
      EXPECT_EQ(r.received, (std::array{below, below + 1, above, above + 1})) << form.name;
    }
    if (form.persistent) MPI_Request_free(&r.request);
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Neighbours, OnARingDataSentDownArriveFromAbove) {
  run(on_a_ring);
}

int star(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int size = world_size(), me = world_rank(), hub = 0;
  std::vector<int> all(static_cast<std::size_t>(size)), got(all.size(), -1);
  std::iota(all.begin(), all.end(), 0);
  MPI_Comm comm;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, me ? 0 : size, all.data(), MPI_UNWEIGHTED, 1, &hub,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
  for (int round = 0; round < 5; ++round) {
    const int mine = value_at(me, round);
    // A rank without sources needs no receive buffer.
    MPI_Neighbor_allgather(&mine, 1, MPI_INT, me ? nullptr : got.data(), 1, MPI_INT, comm);
    for (int r = 0; me == hub && r < size; ++r)
      EXPECT_EQ(got[static_cast<std::size_t>(r)], value_at(r, round));
  }
  int first = -1, unused = -1;
  MPI_Dist_graph_neighbors(comm, me ? 0 : 1, &first, MPI_UNWEIGHTED, 0, &unused, MPI_UNWEIGHTED);
  EXPECT_EQ(first, me ? -1 : 0);
  EXPECT_EQ(unused, -1);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(Neighbours, RanksMaySendToOneThatAloneReceives) {
  run(star);
}

int wrong_neighbours(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int in[2], out[2] = {1, 2}, count;
  MPI_Comm grid = ring_of_all();
  const auto exchange = [&](const void* sent, MPI_Comm comm) {
    return class_of(MPI_Neighbor_alltoall(sent, 1, MPI_INT, in, 1, MPI_INT, comm));
  };
  EXPECT_EQ(exchange(out, MPI_COMM_WORLD), MPI_ERR_TOPOLOGY);
  EXPECT_EQ(exchange(MPI_IN_PLACE, grid), MPI_ERR_BUFFER);
  EXPECT_EQ(class_of(MPI_Graph_neighbors_count(grid, 0, &count)), MPI_ERR_TOPOLOGY);
  EXPECT_EQ(class_of(MPI_Dist_graph_neighbors_count(grid, in, out, &count)), MPI_ERR_TOPOLOGY);
  // All edges point to rank 0, which has none.
  const int n = world_size();
  std::vector<int> index(static_cast<std::size_t>(n)), edges(index.size(), 0);
  std::iota(index.begin(), index.end(), 0);
  MPI_Comm graph;
  MPI_Graph_create(MPI_COMM_WORLD, n, index.data(), edges.data(), 0, &graph);
  if (world_rank() > 0) {
    EXPECT_EQ(exchange(out, graph), MPI_ERR_TOPOLOGY);
  }
  EXPECT_EQ(class_of(MPI_Graph_neighbors_count(graph, n, &count)), MPI_ERR_RANK);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
TEST_P(Neighbours, WhatHasNoneIsAnError) {
  run(wrong_neighbours);
}

int other_graphs(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int me = world_rank(), last = world_size() - 1;
  // The last rank says that there are two nodes.
  const int index[] = {1, 2}, edges[] = {0, 0}, nodes = me == last && last > 0 ? 2 : 1;
  MPI_Comm graph;
  const int code = MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 0, &graph);
  EXPECT_EQ(class_of(code), nodes == 2 ? MPI_ERR_NOT_SAME : MPI_SUCCESS);
  EXPECT_EQ(graph != MPI_COMM_NULL, me == 0);
  if (graph != MPI_COMM_NULL) MPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
TEST_P(Neighbours, AllRanksGiveTheSameGraph) {
  run(other_graphs);
}

int of_no_dimension(int, char**) {
  MPI_Init(nullptr, nullptr);
  const int none = 0;
  int dimensions = -1, size = -1, kind = -1;
  MPI_Comm grid = ring_of_all(), point, again;
  MPI_Cart_sub(grid, &none, &point);
  MPI_Cart_sub(point, nullptr, &again);
  MPI_Cartdim_get(again, &dimensions);
  MPI_Comm_size(again, &size);
  MPI_Topo_test(again, &kind);
  EXPECT_EQ(dimensions, 0);
  EXPECT_EQ(size, 1);
  EXPECT_EQ(kind, MPI_CART);
  MPI_Neighbor_allgather(nullptr, 1, MPI_INT, nullptr, 1, MPI_INT, again);
  MPI_Comm_free(&again);
  MPI_Comm_free(&point);
  MPI_Comm_free(&grid);
  MPI_Cart_create(MPI_COMM_WORLD, 0, nullptr, nullptr, 0, &point);
  EXPECT_EQ(point != MPI_COMM_NULL, world_rank() == 0);
  if (point != MPI_COMM_NULL) MPI_Comm_free(&point);
  MPI_Finalize();
  return 0;
}
TEST_P(Neighbours, AGridWithoutDimensionsHasNone) {
  run(of_no_dimension);
}

}  // namespace
}  // namespace bamboo::mpi
