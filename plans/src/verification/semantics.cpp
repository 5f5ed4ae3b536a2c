// SPDX-License-Identifier: Apache-2.0
#include "verification/semantics.h"

#include <algorithm>

namespace bamboo::plans {
namespace {

/// The contribution of `rank`, units [begin, begin + count).
void append(Symbols& out, int rank, std::size_t begin, std::size_t count) {
  for (std::size_t u = 0; u < count; ++u) out.push_back(Symbol::contribution(rank, begin + u));
}

Symbols reduced(int last, std::size_t begin, std::size_t count) {
  Symbols out;
  for (std::size_t u = 0; u < count; ++u) out.push_back({0, last, begin + u, 0});
  return out;
}

/// Returns the input block of the source that corresponds to `block` of rank `r`'s output.
int matching_block(std::span<const Problem> problems, int r, int block) {
  const std::vector<int>& sources = problems[r].sources;
  const int source = sources[block];
  auto edges_before = std::count(sources.begin(), sources.begin() + block, source);
  const std::vector<int>& destinations = problems[source].destinations;
  for (std::size_t i = 0; i < destinations.size(); ++i)
    if (destinations[i] == r && edges_before-- == 0) return static_cast<int>(i);
  return -1;  // the graph's ends do not agree
}

/// The blocks of neighbours; those without an end stay undefined.
Symbols of_neighbours(std::span<const Problem> problems, int r) {
  const Problem& p = problems[r];
  Symbols out;
  for (std::size_t i = 0; i < p.sources.size(); ++i) {
    const int block = matching_block(problems, r, static_cast<int>(i));
    if (block < 0) return {};
    const Blocks sent = input_blocks(problems[p.sources[i]]);
    append(out, p.sources[i], p.operation == Operation::NeighborAlltoallv ? sent.offset(block) : 0,
           p.output_counts[i]);
  }
  return out;
}

}  // namespace

Symbols initial_input(const Problem& problem) {
  Symbols out;
  append(out, problem.rank, 0, input_blocks(problem).total());
  return out;
}

Symbols initial_output(const Problem& problem) {
  const Blocks blocks = output_blocks(problem);
  Symbols out(blocks.total());
  const bool root = problem.rank == problem.root;
  const bool whole = problem.operation == Operation::Bcast ? root : problem.in_place;
  if (!whole || blocks.size() == 0) return out;
  const int own = blocks.size() == 1 ? 0 : problem.rank;
  for (std::size_t u = 0; u < blocks.count(own); ++u)
    out[blocks.offset(own) + u] = Symbol::contribution(problem.rank, u);
  return out;
}

Symbols demanded_output(std::span<const Problem> problems, int r) {
  const Problem& p = problems[r];
  const Blocks blocks = output_blocks(p);
  Symbols out;
  switch (p.operation) {
    case Operation::Barrier:
      break;
    case Operation::Bcast:
      append(out, p.root, 0, p.count);
      break;
    case Operation::Gather:
    case Operation::Gatherv:
    case Operation::Allgather:
    case Operation::Allgatherv:
      for (int i = 0; i < blocks.size(); ++i) append(out, i, 0, blocks.count(i));
      break;
    case Operation::Scatter:
    case Operation::Scatterv:
      append(out, p.root, input_blocks(problems[p.root]).offset(r), blocks.total());
      break;
    case Operation::Alltoall:
    case Operation::Alltoallv:
      for (int i = 0; i < blocks.size(); ++i)
        append(out, i, input_blocks(problems[i]).offset(r), blocks.count(i));
      break;
    case Operation::Reduce:
    case Operation::Allreduce:
      return reduced(p.size - 1, 0, blocks.total());
    case Operation::Scan:
      return reduced(r, 0, blocks.total());
    case Operation::Exscan:
      return r == 0 ? initial_output(p) : reduced(r - 1, 0, blocks.total());
    case Operation::NeighborAllgatherv:
    case Operation::NeighborAlltoallv:
      return of_neighbours(problems, r);
    case Operation::ReduceScatterBlock:
    case Operation::ReduceScatter:
      return reduced(p.size - 1, input_blocks(p).offset(r), blocks.total());
  }
  return out;
}

}  // namespace bamboo::plans
