// SPDX-License-Identifier: Apache-2.0
#include "topologies/graph.h"

#include <algorithm>

#include "comm/agreement.h"
#include "comm/construct.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "functions/topologies/creation.h"

using namespace bamboo::mpi;

namespace {

const GraphTopology& graph_of(const Communicator& comm) {
  if (const auto* graph = std::get_if<GraphTopology>(comm.topology.get())) return *graph;
  fail(MPI_ERR_TOPOLOGY, "comm %s has no graph topology", comm.name.c_str());
}

GraphTopology checked_graph(int nnodes, const int* index, const int* edges, int ranks) {
  if (nnodes < 0) fail(MPI_ERR_ARG, "nnodes is %d, must be 0 or more", nnodes);
  check_array(index, nnodes, "index");
  return make_graph({index, static_cast<std::size_t>(nnodes)}, edges, ranks);
}

std::string text_of(const GraphTopology& graph) {
  return "index " + list_text(std::span(graph.index)) + " and edges " +
         list_text(std::span(graph.edges));
}

/// The graph of the first rank of `comm`; all ranks give theirs.
GraphTopology graph_of_first(Communicator& comm, const GraphTopology& mine) {
  std::vector<int> list{mine.nodes()};
  list.insert(list.end(), mine.index.begin(), mine.index.end());
  list.insert(list.end(), mine.edges.begin(), mine.edges.end());
  list = list_of_first(comm, std::move(list));
  const auto middle = list.begin() + 1 + list.front();
  return {{list.begin() + 1, middle}, {middle, list.end()}};
}

std::span<const int> neighbours(const Communicator& comm, int node) {
  const GraphTopology& graph = graph_of(comm);
  if (node < 0 || node >= graph.nodes())
    fail(MPI_ERR_RANK, "rank is %d, must be 0 … %d", node, graph.nodes() - 1);
  return graph.neighbours(node);
}

/// Returns as many entries as fit.
void give_list(std::span<const int> list, int room, int* out, const char* name) {
  check_count(room, name);
  const std::size_t count = std::min(list.size(), static_cast<std::size_t>(room));
  std::ranges::copy(list.first(count), out);
}

}  // namespace

int MPI_Graph_create(MPI_Comm comm, int nnodes, const int index[], const int edges[], int,
                     MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "comm_graph");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = old_communicator(rank, comm);
    const GraphTopology graph = checked_graph(nnodes, index, edges, parent.size());
    const std::uint32_t context = agree_on_context(rank.communicators, members_of(parent));
    const GraphTopology first = graph_of_first(parent, graph);
    if (first.index != graph.index || first.edges != graph.edges)
      fail_other_arguments(parent, text_of(first), text_of(graph));
    *newcomm = handle_of(add_with_topology(rank, parent, graph.nodes(), context, graph));
  });
}

int MPI_Graphdims_get(MPI_Comm comm, int* nnodes, int* nedges) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(nnodes, "nnodes");
    check_pointer(nedges, "nedges");
    const GraphTopology& graph = graph_of(rank.communicator(comm));
    *nnodes = graph.nodes();
    *nedges = static_cast<int>(graph.edges.size());
  });
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const GraphTopology& graph = graph_of(rank.communicator(comm));
    give_list(graph.index, maxindex, index, "maxindex");
    give_list(graph.edges, maxedges, edges, "maxedges");
  });
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int of, int* count) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(count, "nneighbors");
    *count = static_cast<int>(neighbours(rank.communicator(comm), of).size());
  });
}

int MPI_Graph_neighbors(MPI_Comm comm, int of, int maxneighbors, int out[]) {
  return BAMBOO_MPI_ENTER(comm, {
    give_list(neighbours(rank.communicator(comm), of), maxneighbors, out, "maxneighbors");
  });
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newrank, "newrank");
    const Communicator& object = old_communicator(rank, comm);
    const GraphTopology graph = checked_graph(nnodes, index, edges, object.size());
    *newrank = object.rank < graph.nodes() ? object.rank : MPI_UNDEFINED;
  });
}

int MPI_Topo_test(MPI_Comm comm, int* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(status, "status");
    constexpr int kinds[] = {MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH};  // in the variant's order
    const auto& topology = rank.communicator(comm).topology;
    *status = topology ? kinds[topology->index()] : MPI_UNDEFINED;
  });
}
