// SPDX-License-Identifier: Apache-2.0
#include "topologies/distributed_graph.h"

#include <algorithm>
#include <numeric>

#include "collectives/operations.h"
#include "comm/agreement.h"
#include "comm/construct.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "functions/topologies/creation.h"
#include "objects/info.h"

using namespace bamboo::mpi;

namespace {

const DistributedGraph& distributed_graph_of(const Communicator& comm) {
  if (const auto* graph = std::get_if<DistributedGraph>(comm.topology.get())) return *graph;
  fail(MPI_ERR_TOPOLOGY, "comm %s has no distributed graph topology", comm.name.c_str());
}

bool are_weights(const int* argument) {
  return argument != MPI_UNWEIGHTED;  // without edges, a null pointer is accepted as well
}

/// An edge as three integers, in which form it is sent.
struct WeightedEdge {
  int source, destination, weight;
};
constexpr int edge_length = sizeof(WeightedEdge) / sizeof(int);

/// For each rank of the communicator, the edges to send to it.
using Letters = std::vector<std::vector<WeightedEdge>>;

/// The edges of the arguments of MPI_Dist_graph_create, for the ranks at both of their ends.
Letters letters(int size, int n, const int* sources, const int* degrees, const int* destinations,
                const int* weights) {
  if (n < 0) fail(MPI_ERR_ARG, "n is %d, must be 0 or more", n);
  check_array(sources, n, "sources");
  check_array(degrees, n, "degrees");
  Letters to(size);
  int end = 0;
  for (int i = 0; i < n; i++) {
    const int source = make_edges(1, sources + i, MPI_UNWEIGHTED, size, "sources").ranks.front();
    check_count(degrees[i], "degrees");
    const auto edges =
        make_edges(degrees[i], destinations ? destinations + end : nullptr,
                   are_weights(weights) && weights != MPI_WEIGHTS_EMPTY ? weights + end : weights,
                   size, "destinations");
    for (int k = 0; k < degrees[i]; k++) {
      const WeightedEdge edge{source, edges.ranks[k], edges.weights.empty() ? 0 : edges.weights[k]};
      to[source].push_back(edge);
      if (edge.destination != source) to[edge.destination].push_back(edge);
    }
    end += degrees[i];
  }
  return to;
}

/// The edges that this rank receives, by sending rank.
std::vector<WeightedEdge> exchange_edges(Communicator& comm, const Letters& to) {
  const int size = comm.size();
  std::vector<int> sent(size), received(size), sent_at(size), received_at(size);
  std::vector<WeightedEdge> out;
  for (int r = 0; r < size; r++) {
    sent[r] = static_cast<int>(to[r].size()) * edge_length;
    out.insert(out.end(), to[r].begin(), to[r].end());
  }
  run(prepare(AlltoallArguments{sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, comm}));
  std::exclusive_scan(sent.begin(), sent.end(), sent_at.begin(), 0);
  std::exclusive_scan(received.begin(), received.end(), received_at.begin(), 0);
  std::vector<WeightedEdge> in((received_at.back() + received.back()) / edge_length);
  run(prepare(AlltoallvArguments{out.data(), sent.data(), sent_at.data(), MPI_INT, in.data(),
                                 received.data(), received_at.data(), MPI_INT, comm}));
  return in;
}

void add_edge(DistributedGraph::Edges& edges, int rank, int weight, bool weighted) {
  edges.ranks.push_back(rank);
  if (weighted) edges.weights.push_back(weight);
}

DistributedGraph graph_at(std::span<const WeightedEdge> edges, int me, bool weighted) {
  DistributedGraph graph;
  graph.weighted = weighted;
  for (const WeightedEdge& edge : edges) {
    if (edge.source == me) add_edge(graph.out, edge.destination, edge.weight, weighted);
    if (edge.destination == me) add_edge(graph.in, edge.source, edge.weight, weighted);
  }
  return graph;
}

/// Returns as many edges as fit, with weights if the edges have them and the program asks for them.
void give_edges(const DistributedGraph::Edges& edges, int room, int* ranks, int* weights,
                const char* name) {
  check_count(room, name);
  const std::size_t count = std::min(edges.ranks.size(), static_cast<std::size_t>(room));
  std::ranges::copy(std::span(edges.ranks).first(count), ranks);
  if (!are_weights(weights) || edges.weights.empty()) return;
  check_array(weights, room, "the array of weights");
  std::ranges::copy(std::span(edges.weights).first(count), weights);
}

}  // namespace

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int indegree, const int sources[],
                                   const int sourceweights[], int outdegree,
                                   const int destinations[], const int destweights[], MPI_Info info,
                                   int, MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "comm_dist_graph");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = old_communicator(rank, comm);
    hints(info);
    const int size = parent.size();
    DistributedGraph graph{make_edges(indegree, sources, sourceweights, size, "sources"),
                           make_edges(outdegree, destinations, destweights, size, "destinations"),
                           are_weights(sourceweights) || are_weights(destweights)};
    if (graph.weighted && graph.in.weights.size() + graph.out.weights.size() !=
                              graph.in.ranks.size() + graph.out.ranks.size())
      fail(MPI_ERR_ARG, "MPI_UNWEIGHTED is one of the two arrays of weights, but not the other");
    const std::uint32_t context = agree_on_context(rank.communicators, members_of(parent));
    *newcomm = handle_of(add_with_topology(rank, parent, size, context, std::move(graph)));
  });
}

int MPI_Dist_graph_create(MPI_Comm comm, int n, const int sources[], const int degrees[],
                          const int destinations[], const int weights[], MPI_Info info, int,
                          MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "comm_dist_graph");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = old_communicator(rank, comm);
    hints(info);
    const Letters mine = letters(parent.size(), n, sources, degrees, destinations, weights);
    const std::uint32_t context = agree_on_context(rank.communicators, members_of(parent));
    const bool weighted = allreduce_max(members_of(parent), are_weights(weights)) != 0;
    if (weighted && n > 0 && !are_weights(weights))
      fail(MPI_ERR_NOT_SAME, "weights is MPI_UNWEIGHTED on this rank, but not on others");
    DistributedGraph graph = graph_at(exchange_edges(parent, mine), parent.rank, weighted);
    *newcomm = handle_of(add_with_topology(rank, parent, parent.size(), context, std::move(graph)));
  });
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(indegree, "indegree");
    check_pointer(outdegree, "outdegree");
    check_pointer(weighted, "weighted");
    const DistributedGraph& graph = distributed_graph_of(rank.communicator(comm));
    *indegree = static_cast<int>(graph.in.ranks.size());
    *outdegree = static_cast<int>(graph.out.ranks.size());
    *weighted = graph.weighted;
  });
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                             int maxoutdegree, int destinations[], int destweights[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const DistributedGraph& graph = distributed_graph_of(rank.communicator(comm));
    give_edges(graph.in, maxindegree, sources, sourceweights, "maxindegree");
    give_edges(graph.out, maxoutdegree, destinations, destweights, "maxoutdegree");
  });
}
